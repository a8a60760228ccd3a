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

  it('allow an organization ten times what they allow a user, unless they say otherwise', () => {
    const limitOf = (environment: NodeJS.ProcessEnv) =>
      readSettings(environment).RATE_LIMIT_ORGANIZATION_REQUESTS;
    expect(limitOf({})).toBe(1000);
    expect(limitOf({ RATE_LIMIT_REQUESTS: '7' })).toBe(70);
    expect(limitOf({ RATE_LIMIT_REQUESTS: '7', RATE_LIMIT_ORGANIZATION_REQUESTS: '5' })).toBe(5);
    expect(() => limitOf({ RATE_LIMIT_REQUESTS: 'many' })).toThrow('RATE_LIMIT_REQUESTS must be');
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

  it('know proxies by number, by address and by network', () => {
    expect(readSettings({ TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2);
    expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, ::1' }).TRUST_PROXY).toEqual(['10.0.0.0/8', '::1']);
    for (const network of ['10.0.0.1/32', '10.0.0.0/255.0.0.0', 'fd00::/8', '::1/128', '0.0.0.0/1']) {
      const { TRUST_PROXY } = readSettings({ TRUST_PROXY: network });
      expect(TRUST_PROXY).toEqual([network]);
    }
  });

  it.each(
    ['0.0.0.0/0', '::/0', '10.0.0.0/33', '::1/129', '10.0.0.1/abc', '10.0.0.0/', '10.0.0.0/8/8'].concat([
      '10.0.0.0/255.0.255.0',
      '10.0.0.0/0.0.0.0',
      'fd00::/255.0.0.0',
      '10.0.0.1,',
    ]),
  )('know that no proxies are %s', (networks) => {
    expect(() => readSettings({ TRUST_PROXY: networks })).toThrow(
      `TRUST_PROXY must be a number of proxies, or a comma-separated list of addresses and of networks such as 10.0.0.0/8, from /1 on, not "${networks}"`,
    );
  });

  it('know that there are no metrics unless a port is given', () => {
    expect(readSettings({})).toMatchObject({ METRICS_PORT: undefined, METRICS_HOST: '127.0.0.1' });
    expect(readSettings({ METRICS_PORT: '9464' }).METRICS_PORT).toBe(9464);
    expect(() => readSettings({ METRICS_PORT: 'off' })).toThrow('METRICS_PORT must be a whole number');
  });
});
