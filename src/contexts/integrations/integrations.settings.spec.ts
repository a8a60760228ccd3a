import { beforeAll, describe, expect, it } from '@jest/globals';
import { declareSettings, readSettings } from '../../platform/config/index.js';
import { webhookSettings, type WebhookSettings } from './integrations.settings.js';

describe('the settings of webhooks', () => {
  beforeAll(() => declareSettings(webhookSettings));

  const settingsFrom = (environment: NodeJS.ProcessEnv): WebhookSettings =>
    readSettings(environment) as WebhookSettings;

  it('know the networks that webhooks may reach, and a key by its bytes', () => {
    const key = Buffer.alloc(32, 1).toString('base64');
    expect(
      settingsFrom({ WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8, fd00::/8,', WEBHOOK_SECRET_KEY: key }),
    ).toMatchObject({
      WEBHOOK_ALLOWED_NETWORKS: ['10.0.0.0/8', 'fd00::/8'],
      WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1),
      WEBHOOK_ALLOW_HTTP: false,
    });
    for (const networks of ['10.0.0.0', '10.0.0.0/33', 'fd00::/129', '10/8', 'example.com/8', '10.0.0.0/8/8'])
      expect(() => settingsFrom({ WEBHOOK_ALLOWED_NETWORKS: networks })).toThrow('WEBHOOK_ALLOWED_NETWORKS');
    expect(() => settingsFrom({ WEBHOOK_ALLOW_HTTP: 'yes' })).toThrow('must be true or false');
  });

  it('refuse a lease that could run out during an attempt', () => {
    const lease = (seconds: number, exchange: number) => () =>
      settingsFrom({
        WEBHOOK_LEASE_SECONDS: `${seconds}`,
        WEBHOOK_EXCHANGE_TIMEOUT_MS: `${exchange}`,
      });
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
    expect(() => settingsFrom(environment)).toThrow(fault);
  });

  it('refuse what is wrong by itself in one sentence', () => {
    const read = () => settingsFrom({ WEBHOOK_CONNECT_TIMEOUT_MS: 'long' });
    expect(read).toThrow(/^These settings cannot be used:\n {2}WEBHOOK_CONNECT_TIMEOUT_MS [^\n]+$/);
  });

  it('know lists of numbers', () => {
    const read = (list: string) => settingsFrom({ WEBHOOK_RETRY_DELAYS_SECONDS: list });
    expect(read('1, 2,3').WEBHOOK_RETRY_DELAYS_SECONDS).toEqual([1, 2, 3]);
    expect(() => read('1,,3')).toThrow('WEBHOOK_RETRY_DELAYS_SECONDS');
    expect(() => read('1,-3')).toThrow('WEBHOOK_RETRY_DELAYS_SECONDS');
  });
});
