import { beforeAll, describe, expect, it } from '@jest/globals';
import { declareSettings, readSettings } from '../../../platform/config/index.js';
import { organizationSettings, type OrganizationSettings } from '../organization.settings.js';

const issuer = { OIDC_ISSUER: 'https://login.example.com' };
const client = { OIDC_CLIENT_ID: 'planning', OIDC_CLIENT_SECRET: 'hush' };
const signIn = { SIGN_IN: 'password,oidc' };

describe('the settings of the provider', () => {
  beforeAll(() => declareSettings(organizationSettings));

  const read = (environment: NodeJS.ProcessEnv): OrganizationSettings =>
    readSettings(environment) as OrganizationSettings;
  const faultsOf = (environment: NodeJS.ProcessEnv): string[] => {
    try {
      read(environment);
      return [];
    } catch (error) {
      return (error as Error).message
        .split('\n')
        .slice(1)
        .map((line) => line.trim());
    }
  };

  it('go together: to sign in, to take JWTs, or for both', () => {
    expect(read({ ...issuer, ...client, ...signIn })).toMatchObject({
      SIGN_IN: ['password', 'oidc'],
      OIDC_TOKEN_TYPE: 'at+jwt',
      OIDC_TRUST_EMAIL: false,
    });
    expect(faultsOf({ ...issuer, OIDC_AUDIENCE: 'api' })).toEqual([]);
    expect(faultsOf({ ...issuer, ...client, SIGN_IN: 'oidc', OIDC_AUDIENCE: 'api' })).toEqual([]);
    expect(faultsOf({ ...signIn, WEB: 'off' })).toEqual([]);
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    [
      'a way without a client',
      { ...issuer, ...signIn, OIDC_CLIENT_ID: 'planning' },
      'OIDC_CLIENT_SECRET must be set too, because of SIGN_IN=oidc and OIDC_CLIENT_ID',
    ],
    [
      'a client without its name',
      { ...issuer, ...signIn, OIDC_CLIENT_SECRET: 'hush' },
      'OIDC_CLIENT_ID must be set too, because of SIGN_IN=oidc and OIDC_CLIENT_SECRET',
    ],
    [
      'no provider',
      { ...client, ...signIn },
      'OIDC_ISSUER must be set too, because of SIGN_IN=oidc and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    ],
    ['an audience alone', { OIDC_AUDIENCE: 'api' }, 'OIDC_ISSUER must be set too, because of OIDC_AUDIENCE'],
    [
      'a claim of what is not taken',
      { ...issuer, ...client, ...signIn, OIDC_ORGANIZATION_CLAIM: 'org' },
      'OIDC_AUDIENCE must be set too, because of OIDC_ORGANIZATION_CLAIM',
    ],
    [
      'a provider for nothing',
      { ...issuer, ...client },
      'OIDC_ISSUER is of no use alone: name oidc in SIGN_IN, or set OIDC_AUDIENCE',
    ],
    [
      'ID tokens for the API',
      { ...issuer, ...client, ...signIn, OIDC_AUDIENCE: 'planning' },
      'OIDC_AUDIENCE must not be OIDC_CLIENT_ID, or what only tells who has signed in would open the API',
    ],
  ])('are refused in one sentence: %s', (_what, environment, fault) => {
    expect(faultsOf(environment)).toEqual([fault]);
  });

  it('name a provider over https, or on this machine', () => {
    for (const OIDC_ISSUER of [
      'http://127.0.0.1:8080',
      'http://localhost/realms/one',
      'https://login.example.com/',
    ]) {
      expect(read({ OIDC_ISSUER, OIDC_AUDIENCE: 'api' }).OIDC_ISSUER).toBe(OIDC_ISSUER);
    }
    for (const OIDC_ISSUER of [
      'http://login.example.com',
      'login.example.com',
      'https://ada:secret@login.example.com',
      'https://login.example.com?x=1',
      'https://login.example.com#x',
    ]) {
      expect([OIDC_ISSUER, ...faultsOf({ OIDC_ISSUER, OIDC_AUDIENCE: 'api' })]).toEqual([
        OIDC_ISSUER,
        expect.stringMatching(/^OIDC_ISSUER must be an address such as https:/),
      ]);
    }
  });
});
