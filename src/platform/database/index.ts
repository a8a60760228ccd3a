export { Conditions } from './conditions.js';
export { DELIVERING, SERVES_ONLY } from './connection.js';
export {
  ConcurrentChange,
  declareConstraintErrors,
  isRetryable,
  translateDatabaseError,
  violates,
} from './constraint-errors.js';
export { Database } from './database.js';
export { declareMigrations } from './migrations/declared-migrations.js';
export { instantText } from './instant-text.js';
export { Channel } from './notifications/channel.js';
export { startHeartbeat } from './notifications/heartbeat.js';
export { isUnbounded, type PageRequest } from './page-query.js';
export {
  availabilityRefusal,
  databaseUnavailable,
  deadlocked,
  lockTimeout,
} from './pool/availability-errors.js';
export { cut } from './pool/patient-client.js';
export { prepared } from './protocol/prepared-statements.js';
export { Resource } from './resource.entity.js';
export { VERSION, type Page, type RecordPage } from './protocol/rows/page.js';
export { UnitOfWork } from './unit-of-work/unit-of-work.js';
