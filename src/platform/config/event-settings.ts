import { define } from './setting-definition.js';
import { integerBetween, integerList } from './setting-readers.js';

export const eventSettingDefinitions = {
  EVENT_CONCURRENCY: define({
    description:
      'Events that the durable subscribers of one process handle at once at most, and never more than half of DATABASE_POOL_SIZE.',
    fallback: '4',
    read: integerBetween(1, 1000),
  }),
  EVENT_INTERVAL_MS: define({
    description:
      'How often events for durable subscribers are looked for that no relay rang for, in milliseconds.',
    fallback: '500',
    read: integerBetween(10, 60_000),
  }),
  EVENT_LEASE_SECONDS: define({
    description:
      'After how many seconds an event is handed over again whose process died while it was handled.',
    fallback: '30',
    read: integerBetween(1, 3600),
  }),
  EVENT_RETRY_DELAYS_SECONDS: define({
    description:
      'Seconds from each failure of a durable subscriber to the next try, comma-separated; the last one counts from then on.',
    fallback: '1,5,30,120,600,3600',
    read: integerList(0, 2_592_000),
  }),
  EVENT_SUBSCRIBER_KEEP_DAYS: define({
    description:
      'For how many days events are kept for a durable subscriber that no process has any more; then it is forgotten.',
    fallback: '7',
    read: integerBetween(1, 3650),
  }),
};
