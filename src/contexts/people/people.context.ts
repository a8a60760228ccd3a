import { defineContext } from '../../platform/contexts/index.js';
import { departmentRecords } from './departments/department.repository.js';
import { DepartmentResponse } from './departments/department.dto.js';
import { personRecords } from './people/person.repository.js';
import { PersonResponse } from './people/person.dto.js';
import { requisitionRecords } from './requisitions/requisition.repository.js';
import { RequisitionResponse } from './requisitions/requisition.dto.js';
import { roleRecords } from './roles/role.repository.js';
import { RoleResponse } from './roles/role.dto.js';
import * as resources from './people.resources.js';
import * as topics from './people.events.js';
import { PeopleModule } from './people.module.js';

export const people = defineContext({
  name: 'people',
  module: PeopleModule,
  scopes: ['people'],
  resources: Object.values(resources),
  records: {
    department: { ...departmentRecords, response: DepartmentResponse },
    role: { ...roleRecords, response: RoleResponse },
    person: { ...personRecords, response: PersonResponse },
    requisition: { ...requisitionRecords, response: RequisitionResponse },
  },
  topics,
  tags: {
    Departments: 'Functional groups of roles.',
    Roles: 'Types of work, each in a department.',
    People: 'Individuals that can be assigned to projects.',
    'Cost rates': 'What an hour of a person costs, from which day on.',
    Requisitions: 'Open positions that an offering role can be assigned to until a person is found.',
  },
});
