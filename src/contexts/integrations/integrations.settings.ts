import {
  booleanText,
  define,
  integerBetween,
  integerList,
  networkList,
  oneOf,
  optionalKey,
  type SettingGroup,
  type Settings,
  type ValuesOf,
} from '../../platform/config/index.js';

const definitions = {
  WEBHOOK_SECRET_KEY: define({
    description:
      'Key that encrypts the secrets of webhooks: base64 of 32 bytes. Absent: a key file in the data directory.',
    read: optionalKey(32),
  }),
  WEBHOOK_SECRET_KEY_SECOND: define({
    description:
      'Another such key that the secrets are read with while one key replaces the other. What it encrypted is encrypted anew.',
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
    description: 'Time of one attempt from its start to the end of the response, in milliseconds.',
    fallback: '15000',
    read: integerBetween(10, 120_000),
  }),
  WEBHOOK_BODY_MAX_BYTES: define({
    description:
      'Bytes of the body of a webhook at most; what would be larger is refused before it is committed.',
    fallback: '65536',
    read: integerBetween(1024, 65_536),
  }),
  WEBHOOK_ANSWER_READ_BYTES: define({
    description: 'Bytes that are read of the response of a receiver at most.',
    fallback: '16384',
    read: integerBetween(0, 1_048_576),
  }),
  WEBHOOK_ANSWER_KEPT_BYTES: define({
    description: 'Bytes of them that are kept for the log of deliveries.',
    fallback: '8192',
    read: integerBetween(0, 8192),
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
      'Seconds from each attempt to the next one, comma-separated; WEBHOOK_RETRY_JITTER_PERCENT makes them longer.',
    fallback: '5,300,1800,7200,18000,36000,50400,72000,86400',
    read: integerList(0, 2_592_000),
  }),
  WEBHOOK_RETRY_JITTER_PERCENT: define({
    description: 'By how much each of these waits is longer at most, at random, in percent.',
    fallback: '20',
    read: integerBetween(0, 100),
  }),
  WEBHOOK_RETRY_AFTER_MAX_SECONDS: define({
    description: 'How long a receiver can put off the next attempt with Retry-After at most, in seconds.',
    fallback: '86400',
    read: integerBetween(0, 2_592_000),
  }),
  WEBHOOK_CONCURRENCY: define({
    description: 'Attempts that one process has under way at most.',
    fallback: '256',
    read: integerBetween(2, 1000),
  }),
  WEBHOOK_SUBSCRIBER_CAP: define({
    description: 'Attempts that one subscriber gets at the same time at most, unless it fails.',
    fallback: '8',
    read: integerBetween(1, 1000),
  }),
  WEBHOOK_HOST_CAP: define({
    description:
      'Connections to one receiving host, and to one address, at the same time at most, however many subscribers are there: of all processes together, as long as these are no more.',
    fallback: '32',
    read: integerBetween(1, 1000),
  }),
  WEBHOOK_FAILING_AFTER: define({
    description: 'After how many failures in a row a subscriber gets fewer.',
    fallback: '5',
    read: integerBetween(1, 1_000_000),
  }),
  WEBHOOK_FAILING_CAP: define({
    description: 'Attempts that it then gets at the same time at most.',
    fallback: '1',
    read: integerBetween(1, 1000),
  }),
  WEBHOOK_EARLY_SHARE_PERCENT: define({
    description:
      'Share of WEBHOOK_CONCURRENCY that is kept for first and second attempts, in percent; one is left for the others in any case.',
    fallback: '70',
    read: integerBetween(0, 100),
  }),
  WEBHOOK_LEASE_SECONDS: define({
    description:
      'After how many seconds an attempt whose process does not respond is taken over by another one.',
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
  WEBHOOK_RELAY_BATCH: define({
    description:
      'Events that one statement turns into deliveries at most; they are fewer where each goes to many subscribers.',
    fallback: '200',
    read: integerBetween(1, 10_000),
  }),
  WEBHOOK_RELAY_GAP_MS: define({
    description: 'Least time from one look for events to the next, in milliseconds.',
    fallback: '20',
    read: integerBetween(0, 10_000),
  }),
  WEBHOOK_ADMISSION_GAP_MS: define({
    description:
      'Least time from one look for due deliveries to the next, in milliseconds, while requests are served.',
    fallback: '20',
    read: integerBetween(0, 10_000),
  }),
  WEBHOOK_TAKEOVER_BATCH: define({
    description: 'Leases that have run out and are taken over by one statement at most.',
    fallback: '500',
    read: integerBetween(1, 10_000),
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
  WEBHOOK_RETENTION_INTERVAL_MINUTES: define({
    description: 'How often what need not be kept any longer is removed, in minutes.',
    fallback: '60',
    read: integerBetween(1, 1440),
  }),
  WEBHOOK_RETENTION_BATCH: define({
    description: 'Rows of each kind that are removed at once at most.',
    fallback: '1000',
    read: integerBetween(1, 100_000),
  }),
};

type OwnSettings = ValuesOf<typeof definitions>;
type Values = Partial<OwnSettings>;

export type WebhookSettings = Settings & OwnSettings;

const LEASE_MARGIN_MS = 10_000;

function faultsOf(values: Values): string[] {
  const { WEBHOOK_EXCHANGE_TIMEOUT_MS: exchange = 0, WEBHOOK_LEASE_SECONDS: lease = Infinity } = values;
  const leastLease = Math.ceil((exchange + LEASE_MARGIN_MS) / 1000);
  const faults: string[] = [];
  if (lease < leastLease) {
    faults.push(
      `WEBHOOK_LEASE_SECONDS must be at least ${leastLease}, ten seconds longer than WEBHOOK_EXCHANGE_TIMEOUT_MS, not "${lease}"`,
    );
  }
  for (const [less, more, factor = 1] of ordered) {
    const [one, other] = [values[less], values[more]];
    if (one === undefined || other === undefined || one <= other * factor) continue;
    faults.push(`${less} must not be more than ${more}, which is ${other}, not "${one}"`);
  }
  return faults;
}

type NumberSetting = {
  [Key in keyof Values]-?: NonNullable<Values[Key]> extends number ? Key : never;
}[keyof Values];

/** The first must not exceed the second; the factor converts units. */
const ordered: readonly (readonly [NumberSetting, NumberSetting, number?])[] = [
  ['WEBHOOK_ANSWER_KEPT_BYTES', 'WEBHOOK_ANSWER_READ_BYTES'],
  ['WEBHOOK_FAILING_CAP', 'WEBHOOK_SUBSCRIBER_CAP'],
  ['WEBHOOK_SWEEP_INTERVAL_MS', 'WEBHOOK_QUEUE_LEASE_SECONDS', 1000],
];

export const webhookSettings: SettingGroup = { definitions, faults: faultsOf };
