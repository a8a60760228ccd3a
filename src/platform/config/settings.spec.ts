import { describe, expect, it } from '@jest/globals';
import { readSettings, SettingsError } from './settings.js';

describe('the settings', () => {
  it('have defaults that need nothing installed', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 3000,
      DATABASE_URL: undefined,
      REDIS_URL: undefined,
      RATE_LIMIT_REQUESTS: 100,
      RATE_LIMIT_WINDOW_SECONDS: 60,
      TRUST_PROXY: 0,
    });
  });

  it('take empty variables for absent ones', () => {
    expect(readSettings({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({
      PORT: 3000,
      DATABASE_URL: undefined,
    });
  });

  it('are refused with all faults at once, each naming its variable, and without repeating a password', () => {
    const environment = {
      PORT: '65536',
      RATE_LIMIT_REQUESTS: '1e3',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://user:secret@host/db',
      TRUST_PROXY: 'yes',
    };
    const read = (): unknown => readSettings(environment);
    expect(read).toThrow(SettingsError);
    for (const key of Object.keys(environment)) expect(read).toThrow(key);
    expect(read).not.toThrow(/secret/);
  });

  it('know proxies by number and by address', () => {
    expect(readSettings({ TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2);
    expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, ::1' }).TRUST_PROXY).toEqual(['10.0.0.0/8', '::1']);
  });
});
