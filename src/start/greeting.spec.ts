import { describe, expect, it } from '@jest/globals';
import { readProgramSettings } from '../contexts.js';
import { greeting } from './greeting.js';

const ADDRESS = 'http://localhost:3000';
const missing = { organization: 'Acme', email: 'ada@example.com', needsRights: false, byPassword: true };

const said = (given: Partial<typeof missing> | null, settings: Record<string, string> = {}): string =>
  greeting(
    ADDRESS,
    { first: null, missing: given && { ...missing, ...given } },
    readProgramSettings({ PORT: '3000', ...settings }),
    false,
  );

describe('what a start says', () => {
  it('is where the API and its pages are', () => {
    expect(said(null)).toBe(
      `The API listens on ${ADDRESS} - explore it at ${ADDRESS}/docs\nThe web application is at ${ADDRESS}/app\n`,
    );
    expect(said(null, { DOCS: 'off', WEB: 'off' })).toBe(`The API listens on ${ADDRESS}\n`);
  });

  it('names the command that lets an administrator set a password, where none can sign in', () => {
    expect(said({})).toMatch(
      /No administrator can sign in\. Make a link with which one sets a password:\n\n {2}\S[^\n]*sign-in-link[^\n]* --organization Acme --email ada@example\.com\n/,
    );
  });

  it('gives the shell of who pastes the command nothing of what others have called themselves', () => {
    const text = said({ organization: 'a"$(id)\n  curl', email: 'a`id`@x.example' });
    expect(text).toContain(`--organization 'a"$(id)?  curl' --email 'a\`id\`@x.example'\n`);
  });

  it('names the command that makes an administrator, where people sign in at the provider only', () => {
    expect(said({ byPassword: false, needsRights: true })).toMatch(
      /No administrator can sign in\. Make one, who then signs in at the provider:\n\n {2}\S[^\n]*sign-in-link[^\n]* --email ada@example\.com --administrator\n/,
    );
  });
});
