export type { PeopleEvent } from './people.events.js';
export { peopleTopics } from './people.events.js';
export { PeopleModule } from './people.module.js';
export { PersonDirectory } from './people/person-directory.js';
export { RequisitionDirectory } from './requisitions/requisition-directory.js';
export { RoleDirectory } from './roles/role-directory.js';
