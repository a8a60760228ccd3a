import { describe, expect, it } from '@jest/globals';
import { createTestApplication } from '../../support/application/test-application.js';
import { IdentityProvider } from '../../support/servers/identity-provider.js';

describe('a JWT in an installation with several organizations', () => {
  it('names its own with the claim that the operator has said, by its id', async () => {
    const provider = await new IdentityProvider().start();
    const settings = { ...provider.settings, OIDC_ORGANIZATION_CLAIM: 'organization' };
    const application = await createTestApplication({ settings });
    const another = await application.organization('Another one');
    const without = await createTestApplication({
      databaseUrl: application.databaseUrl,
      settings: provider.settings,
    });
    const ids: Record<string, string> = {};
    for (const { api, organizationId } of [application, another]) {
      const members = { email_address: 'ada@example.com', scopes: ['read'], oidc_subject: 'ada' };
      ids[organizationId] = (await api.create<{ id: string }>('/v1/users', members)).id;
    }
    const whoIs = async (url: string, organization: unknown) => {
      const token = await provider.sign({ sub: 'ada', organization });
      const response = await fetch(`${url}/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
      const { user_id, organization_id } = (await response.json()) as Record<string, string>;
      return response.status === 200 ? [organization_id, user_id] : response.status;
    };
    for (const [organizationId, id] of Object.entries(ids)) {
      expect(await whoIs(application.url, organizationId)).toEqual([organizationId, id]);
      expect(await whoIs(without.url, organizationId)).toBe(401);
    }
    const wrong = [
      'Another one',
      '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b10',
      [another.organizationId],
      undefined,
      7,
    ];
    for (const organization of wrong) {
      expect([organization, await whoIs(application.url, organization)]).toEqual([organization, 401]);
    }
    const only = await provider.sign({ sub: 'ada', organization: another.organizationId });
    await another.api.patch(`/v1/users/${ids[another.organizationId]}`, { oidc_subject: null });
    const left = await fetch(`${application.url}/v1/me`, { headers: { Authorization: `Bearer ${only}` } });
    expect(left.status).toBe(401);
    await without.close();
    await application.close();
    await provider.stop();
  });
});

describe('guesses at a JWT', () => {
  it('are limited by address: then only those get in that were seen before, and nobody asks the provider', async () => {
    const provider = await new IdentityProvider().start();
    const settings = { ...provider.settings, RATE_LIMIT_UNAUTHENTICATED_REQUESTS: '10' };
    const application = await createTestApplication({ settings });
    const members = { email_address: 'ada@example.com', scopes: ['read'], oidc_subject: 'ada' };
    await application.api.create('/v1/users', members);
    const statusOf = async (token: string): Promise<number> =>
      (await fetch(`${application.url}/v1/me`, { headers: { Authorization: `Bearer ${token}` } })).status;
    const seen = await provider.sign({ sub: 'ada' });
    expect(await statusOf(seen)).toBe(200);
    const guesses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      guesses.push(await statusOf(await provider.sign({ sub: `guess ${count}` })));
    }
    expect([guesses[0], guesses.at(-1)]).toEqual([401, 429]);
    const asked = provider.requests;
    for (const sub of ['guess', 'ada']) {
      expect(await statusOf(await provider.sign({ sub, jti: 'another' }))).toBe(429);
    }
    expect(await statusOf(seen)).toBe(200);
    expect(provider.requests).toBe(asked);
    await application.close();
    await provider.stop();
  });
});
