import { defineResource } from '../../platform/resources/index.js';
import { projectOfferingRoleNotFound } from './offering-roles/project-offering-role.rules.js';
import { projectOfferingNotFound } from './offerings/project-offering.rules.js';
import { projectNotFound } from './projects/project.rules.js';

export const projectResource = defineResource({
  type: 'project',
  noun: 'project',
  table: 'projects',
  notFound: projectNotFound,
  crmIdentifiers: { table: 'project_crm_identifiers', owner: 'project_id' },
});

export const projectOfferingResource = defineResource({
  type: 'projectoffering',
  noun: 'project offering',
  table: 'project_offerings',
  notFound: projectOfferingNotFound,
  crmIdentifiers: { table: 'project_offering_crm_identifiers', owner: 'project_offering_id' },
  parent: { resource: projectResource, column: 'project_id' },
});

export const projectOfferingRoleResource = defineResource({
  type: 'projectofferingrole',
  noun: 'project offering role',
  table: 'project_offering_roles',
  notFound: projectOfferingRoleNotFound,
  crmIdentifiers: { table: 'project_offering_role_crm_identifiers', owner: 'project_offering_role_id' },
  parent: { resource: projectOfferingResource, column: 'project_offering_id' },
});
