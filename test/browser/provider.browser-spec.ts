import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { ProviderStage, type LinkedUser } from '../support/application/provider-stage.js';
import { accessibilityFaults } from '../support/browsers/accessibility.js';
import { openContext, PUBLIC_URL, startChromium, type WatchedPage } from '../support/browsers/web-browser.js';

describe('signing in at a provider, in a browser', () => {
  let stage: ProviderStage;
  let browser: Browser;
  let user: WatchedPage;

  beforeAll(async () => {
    stage = await ProviderStage.open();
    browser = await startChromium(stage.application.url);
  });
  beforeEach(async () => {
    user = await openContext(browser);
  });
  afterEach(async () => {
    await user.context.close();
    expect(user.watched.faults).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await stage.close();
  });

  const goToProvider = () => user.page.getByRole('button', { name: /^Sign in with / }).click();

  it('leads there and back, to the page that was asked for, and once more where an action needs it', async () => {
    const { page } = user;
    await stage.invite();
    await page.goto(`${PUBLIC_URL}/app/settings/sessions`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await goToProvider();
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    expect(page.url()).toBe(`${PUBLIC_URL}/app/settings/sessions`);

    await stage.application.database.query(
      `UPDATE sessions SET signed_in_at = now() - interval '20 minutes'`,
    );
    await page.goto(`${PUBLIC_URL}/app/tokens`);
    await page.getByRole('button', { name: 'Make a token' }).first().click();
    await page.getByLabel('What it is for').fill('HubSpot sync');
    await page.getByRole('checkbox', { name: 'Clients and pipelines: write' }).press('Space');
    await page.getByRole('dialog').getByRole('button', { name: 'Make the token' }).click();
    await page.getByRole('dialog', { name: 'Is it you?' }).waitFor();
    await goToProvider();
    await page.getByRole('heading', { name: 'Access tokens' }).waitFor();
    await page.getByRole('button', { name: 'Make a token' }).first().click();
    expect(await page.getByLabel('What it is for').inputValue()).toBe('HubSpot sync');
    await page.getByRole('dialog').getByRole('button', { name: 'Make the token' }).click();
    await page.getByRole('dialog', { name: 'The token' }).waitFor();
  });

  it('has no links where nobody has a password, and takes the account of who becomes a service', async () => {
    const { page } = user;
    await stage.invite();
    const members = { email_address: 'grace@example.com', oidc_subject: 'grace' };
    const grace = await stage.application.api.create<LinkedUser>('/v1/users', members);
    const ways = { ways: ['oidc'], provider: 'login.example.com' };
    await page.route('**/app/session/ways', (route) => route.fulfill({ json: ways }));
    await page.goto(`${PUBLIC_URL}/app/settings/users`);
    await goToProvider();
    await page.getByText('each person signs in with login.example.com').waitFor();
    await page.getByRole('button', { name: 'Change grace@example.com' }).click();
    expect(await page.getByLabel('Account at login.example.com').inputValue()).toBe('grace');
    await page.getByLabel('What it is').selectOption('service');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changed grace@example.com.').waitFor();
    expect(await stage.userOf(grace)).toMatchObject({ type: 'service', oidc_subject: null });
    expect(await page.getByRole('button', { name: /^Link for/ }).count()).toBe(0);

    await page.getByRole('button', { name: 'Add a user' }).click();
    await page.getByLabel('E-mail address').fill('joan@example.com');
    await page.getByRole('button', { name: 'Add the user' }).click();
    await page.getByText('Added joan@example.com.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('says why nobody was signed in, in which request, and leads where they were going when they are', async () => {
    const { page } = user;
    await stage.invite();
    const invited = stage.provider.account;
    await page.goto(`${PUBLIC_URL}/app/changes?topic=user.created`);
    stage.provider.account = null;
    await goToProvider();
    await page.getByText('The provider did not sign you in').waitFor();
    await page.getByText(/^Request [0-9a-f-]{36}$/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    stage.provider.account = { sub: 'nobody here', email: 'nobody@example.com', email_verified: true };
    await goToProvider();
    await page.getByText('Nobody here has this account of the provider').waitFor();
    expect(await page.getByLabel('E-mail address').count()).toBe(1);
    stage.provider.account = invited;
    await goToProvider();
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
    expect(new URL(page.url()).search).toBe('?topic=user.created');
  });
});
