export { Conditions } from './conditions.js';
export { declareConstraintErrors } from './constraint-errors.js';
export { Database } from './database.js';
export type { Page, PageRequest } from './page-query.js';
export { prepared } from './prepared-statements.js';
export { Resource } from './resource.entity.js';
export { UnitOfWork } from './unit-of-work.js';
