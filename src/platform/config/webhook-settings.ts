import { define } from './setting-definition.js';
import {
  booleanText,
  integerBetween,
  integerList,
  networkList,
  oneOf,
  optionalKey,
} from './setting-readers.js';

/** The settings of webhooks, by the name of their environment variable. */
export const webhookSettingDefinitions = {
  WEBHOOK_SECRET_KEY: define({
    description:
      'Key that encrypts the secrets of webhooks: base64 of 32 bytes. Absent: a key file in the data directory.',
    read: optionalKey(32),
  }),
  WEBHOOK_ALLOW_HTTP: define({
    description: 'Whether webhooks may go to http addresses too: true or false.',
    fallback: 'false',
    read: booleanText,
  }),
  WEBHOOK_ALLOWED_NETWORKS: define({
    description:
      'Networks that webhooks may reach although they are not public, such as 10.0.0.0/8,fd00::/8. Empty: none.',
    fallback: '',
    read: networkList,
  }),
  WEBHOOK_CONNECT_TIMEOUT_MS: define({
    description: 'Time to find and reach a receiver of webhooks, TLS included, in milliseconds.',
    fallback: '5000',
    read: integerBetween(10, 60_000),
  }),
  WEBHOOK_EXCHANGE_TIMEOUT_MS: define({
    description: 'Time of one attempt from its start to the end of the answer, in milliseconds.',
    fallback: '15000',
    read: integerBetween(10, 120_000),
  }),
  WEBHOOK_MAX_SUBSCRIBERS: define({
    description: 'Webhook subscribers of an organization at most.',
    fallback: '20',
    read: integerBetween(1, 1000),
  }),
  WEBHOOK_SECRET_OVERLAP_SECONDS: define({
    description: 'How long the secret that a rotation replaces signs webhooks too, in seconds.',
    fallback: '86400',
    read: integerBetween(0, 2_592_000),
  }),
  QUEUE: define({
    description:
      'Whether deliveries go through a queue: on (Redis, else PostgreSQL) or off (straight from the database).',
    fallback: 'on',
    read: oneOf('on', 'off'),
  }),
  WEBHOOK_RETRY_DELAYS_SECONDS: define({
    description:
      'Seconds from each attempt to the next one, comma-separated; each wait is up to a fifth longer.',
    fallback: '5,300,1800,7200,18000,36000,50400,72000,86400',
    read: integerList(0, 2_592_000),
  }),
  WEBHOOK_CONCURRENCY: define({
    description: 'Attempts that one process has under way at most.',
    fallback: '256',
    read: integerBetween(2, 1000),
  }),
  WEBHOOK_SUBSCRIBER_CAP: define({
    description:
      'Attempts that one subscriber gets at the same time at most; after five failures in a row it is one.',
    fallback: '8',
    read: integerBetween(1, 1000),
  }),
  WEBHOOK_LEASE_SECONDS: define({
    description:
      'After how many seconds an attempt whose process does not answer is taken over by another one.',
    fallback: '30',
    read: integerBetween(1, 3600),
  }),
  WEBHOOK_QUEUE_LEASE_SECONDS: define({
    description: 'After how many seconds a delivery that the queue does not bring is queued anew.',
    fallback: '60',
    read: integerBetween(5, 3600),
  }),
  WEBHOOK_SWEEP_INTERVAL_MS: define({
    description: 'How often due deliveries and leases that have run out are looked for, in milliseconds.',
    fallback: '2000',
    read: integerBetween(10, 60_000),
  }),
  WEBHOOK_RELAY_INTERVAL_MS: define({
    description: 'How often events of other processes are looked for, in milliseconds.',
    fallback: '500',
    read: integerBetween(10, 60_000),
  }),
  WEBHOOK_CHANGE_BATCH: define({
    description:
      'Deliveries that one statement changes at most when a subscriber is disabled, enabled or deleted, or a range is redelivered.',
    fallback: '1000',
    read: integerBetween(1, 100_000),
  }),
  WEBHOOK_DISABLE_AFTER_HOURS: define({
    description: 'A subscriber whose attempts all failed for this many hours is disabled.',
    fallback: '120',
    read: integerBetween(0, 8760),
  }),
  WEBHOOK_DISABLE_MIN_ATTEMPTS: define({
    description: 'How many attempts must have failed in these hours at least.',
    fallback: '20',
    read: integerBetween(1, 1_000_000),
  }),
  WEBHOOK_KEEP_DELIVERED_DAYS: define({
    description: 'How long deliveries that arrived are kept, in days.',
    fallback: '14',
    read: integerBetween(1, 3650),
  }),
  WEBHOOK_KEEP_FAILED_DAYS: define({
    description: 'How long deliveries that failed, were parked or were cancelled are kept, in days.',
    fallback: '30',
    read: integerBetween(1, 3650),
  }),
};

interface LeaseSettings {
  readonly WEBHOOK_LEASE_SECONDS?: number;
  readonly WEBHOOK_EXCHANGE_TIMEOUT_MS?: number;
}

const LEASE_MARGIN_MS = 10_000;

/** A lease that could run out during an attempt would send every slow delivery twice. */
export function leaseFault({ WEBHOOK_LEASE_SECONDS, WEBHOOK_EXCHANGE_TIMEOUT_MS }: LeaseSettings): string[] {
  if (WEBHOOK_LEASE_SECONDS === undefined || WEBHOOK_EXCHANGE_TIMEOUT_MS === undefined) return [];
  const least = Math.ceil((WEBHOOK_EXCHANGE_TIMEOUT_MS + LEASE_MARGIN_MS) / 1000);
  if (WEBHOOK_LEASE_SECONDS >= least) return [];
  return [
    `WEBHOOK_LEASE_SECONDS must be at least ${least}, ten seconds longer than WEBHOOK_EXCHANGE_TIMEOUT_MS, not "${WEBHOOK_LEASE_SECONDS}"`,
  ];
}
