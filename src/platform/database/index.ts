export { Conditions } from './conditions.js';
export { SERVES_ONLY } from './connection.js';
export { declareConstraintErrors } from './constraint-errors.js';
export { Database } from './database.js';
export type { PageRequest } from './page-query.js';
export { prepared } from './prepared-statements.js';
export { Resource } from './resource.entity.js';
export type { Page, RecordPage } from './sent-rows/page.js';
export { UnitOfWork } from './unit-of-work.js';
