export type { PeopleEvent } from './people.events.js';
export { PeopleModule } from './people.module.js';
export { costRatesOf } from './cost-rates/cost-rates-of.js';
export { PersonDirectory } from './people/person-directory.js';
export { rateAccessOf } from './rate-access.js';
export { RequisitionDirectory } from './requisitions/requisition-directory.js';
export { RoleDirectory } from './roles/role-directory.js';
