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

  it('take for the name of an organization what the API takes', () => {
    expect(readSettings({ BOOTSTRAP_ORGANIZATION: ' Acme ' }).BOOTSTRAP_ORGANIZATION).toBe('Acme');
    expect(() => readSettings({ BOOTSTRAP_ORGANIZATION: 'x'.repeat(256) })).toThrow(
      'BOOTSTRAP_ORGANIZATION must be text of 1 to 255 characters',
    );
  });

  it('know that tokens do not end for want of use unless days are given', () => {
    expect(readSettings({}).ACCESS_TOKEN_IDLE_DAYS).toBeUndefined();
    expect(readSettings({ ACCESS_TOKEN_IDLE_DAYS: '90' }).ACCESS_TOKEN_IDLE_DAYS).toBe(90);
    expect(() => readSettings({ ACCESS_TOKEN_IDLE_DAYS: '0' })).toThrow('from 1 to 3650');
  });

  it('know proxies by number and by address', () => {
    expect(readSettings({ TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2);
    expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, ::1' }).TRUST_PROXY).toEqual(['10.0.0.0/8', '::1']);
  });

  it('know that there are no metrics unless a port is given', () => {
    expect(readSettings({})).toMatchObject({ METRICS_PORT: undefined, METRICS_HOST: '127.0.0.1' });
    expect(readSettings({ METRICS_PORT: '9464' }).METRICS_PORT).toBe(9464);
    expect(() => readSettings({ METRICS_PORT: 'off' })).toThrow('METRICS_PORT must be a whole number');
  });

  it('know the networks that webhooks may reach, and a key by its bytes', () => {
    const key = Buffer.alloc(32, 1).toString('base64');
    expect(
      readSettings({ WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8, fd00::/8,', WEBHOOK_SECRET_KEY: key }),
    ).toMatchObject({
      WEBHOOK_ALLOWED_NETWORKS: ['10.0.0.0/8', 'fd00::/8'],
      WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1),
      WEBHOOK_ALLOW_HTTP: false,
    });
    for (const networks of ['10.0.0.0', '10.0.0.0/33', 'fd00::/129', '10/8', 'example.com/8', '10.0.0.0/8/8'])
      expect(() => readSettings({ WEBHOOK_ALLOWED_NETWORKS: networks })).toThrow('WEBHOOK_ALLOWED_NETWORKS');
    expect(() => readSettings({ WEBHOOK_ALLOW_HTTP: 'yes' })).toThrow('must be true or false');
  });

  it('refuse a lease that could run out during an attempt', () => {
    const lease = (seconds: number, exchange: number) => () =>
      readSettings({ WEBHOOK_LEASE_SECONDS: `${seconds}`, WEBHOOK_EXCHANGE_TIMEOUT_MS: `${exchange}` });
    expect(lease(25, 15_000)).not.toThrow();
    expect(lease(24, 15_000)).toThrow('WEBHOOK_LEASE_SECONDS must be at least 25, ten seconds longer');
    expect(lease(30, 20_001)).toThrow('WEBHOOK_LEASE_SECONDS');
  });

  it.each([
    [{ WEBHOOK_ANSWER_READ_BYTES: '8191' }, 'WEBHOOK_ANSWER_KEPT_BYTES must not be more than'],
    [{ WEBHOOK_FAILING_CAP: '9' }, 'WEBHOOK_FAILING_CAP must not be more than'],
    [
      { WEBHOOK_QUEUE_LEASE_SECONDS: '5', WEBHOOK_SWEEP_INTERVAL_MS: '5001' },
      'WEBHOOK_SWEEP_INTERVAL_MS must not be more than WEBHOOK_QUEUE_LEASE_SECONDS, which is 5, not "5001"',
    ],
  ])('refuse numbers that contradict each other: %p', (environment, fault) => {
    expect(() => readSettings(environment)).toThrow(fault);
  });

  it('refuse what is wrong by itself in one sentence', () => {
    const read = () => readSettings({ WEBHOOK_CONNECT_TIMEOUT_MS: 'long' });
    expect(read).toThrow(/^These settings cannot be used:\n {2}WEBHOOK_CONNECT_TIMEOUT_MS [^\n]+$/);
  });

  it('know lists of numbers', () => {
    const read = (list: string) => readSettings({ WEBHOOK_RETRY_DELAYS_SECONDS: list });
    expect(read('1, 2,3').WEBHOOK_RETRY_DELAYS_SECONDS).toEqual([1, 2, 3]);
    expect(() => read('1,,3')).toThrow('WEBHOOK_RETRY_DELAYS_SECONDS');
    expect(() => read('1,-3')).toThrow('WEBHOOK_RETRY_DELAYS_SECONDS');
  });
});
