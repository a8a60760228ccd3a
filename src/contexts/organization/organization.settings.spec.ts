import { beforeAll, describe, expect, it } from '@jest/globals';
import { declareSettings, readSettings } from '../../platform/config/index.js';
import { organizationSettings, type OrganizationSettings } from './organization.settings.js';

describe('the settings', () => {
  beforeAll(() => declareSettings(organizationSettings));

  const read = (environment: NodeJS.ProcessEnv): OrganizationSettings =>
    readSettings(environment) as OrganizationSettings;

  it('take for the name of an organization what the API takes', () => {
    expect(read({ BOOTSTRAP_ORGANIZATION: ' Acme ' }).BOOTSTRAP_ORGANIZATION).toBe('Acme');
    expect(() => read({ BOOTSTRAP_ORGANIZATION: 'x'.repeat(256) })).toThrow(
      'BOOTSTRAP_ORGANIZATION must be text of 1 to 255 characters',
    );
  });

  it('know that tokens do not end for want of use unless days are given', () => {
    expect(read({}).ACCESS_TOKEN_IDLE_DAYS).toBeUndefined();
    expect(read({ ACCESS_TOKEN_IDLE_DAYS: '90' }).ACCESS_TOKEN_IDLE_DAYS).toBe(90);
    expect(() => read({ ACCESS_TOKEN_IDLE_DAYS: '0' })).toThrow('from 1 to 3650');
  });

  it('leave a way to sign in, unless nobody is to', () => {
    expect(read({}).SIGN_IN).toEqual(['password']);
    expect(() => read({ SIGN_IN: ',' })).toThrow(
      'SIGN_IN leaves no way to sign in: name password or oidc, or set WEB=off',
    );
    expect(read({ SIGN_IN: ',', WEB: 'off' }).SIGN_IN).toEqual([]);
    expect(() => read({ SIGN_IN: 'password,magic' })).toThrow(
      'SIGN_IN must be a comma-separated list of password, oidc',
    );
  });
});
