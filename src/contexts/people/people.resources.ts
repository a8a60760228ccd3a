import { defineResource } from '../../platform/resources/index.js';
import { departmentNotFound } from './departments/department.rules.js';
import { personNotFound } from './people/person.rules.js';
import { requisitionNotFound } from './requisitions/requisition.rules.js';
import { roleNotFound } from './roles/role.rules.js';

export const departmentResource = defineResource({
  type: 'department',
  noun: 'department',
  table: 'departments',
  notFound: departmentNotFound,
  crmIdentifiers: { table: 'department_crm_identifiers', owner: 'department_id' },
  hasNames: true,
});

export const roleResource = defineResource({
  type: 'role',
  noun: 'role',
  table: 'roles',
  notFound: roleNotFound,
  crmIdentifiers: { table: 'role_crm_identifiers', owner: 'role_id' },
  hasNames: true,
});

export const personResource = defineResource({
  type: 'person',
  noun: 'person',
  table: 'people',
  notFound: personNotFound,
  crmIdentifiers: { table: 'person_crm_identifiers', owner: 'person_id' },
  hasEmails: true,
  createdBy: 'email_address',
});

export const requisitionResource = defineResource({
  type: 'requisition',
  noun: 'requisition',
  table: 'requisitions',
  notFound: requisitionNotFound,
  crmIdentifiers: { table: 'requisition_crm_identifiers', owner: 'requisition_id' },
});
