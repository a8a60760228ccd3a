import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, refusal } from '../../../platform/errors/index.js';

export const organizationNameInUse = conflict(
  'organization.name_in_use',
  'Another organization has this name: choose another one.',
);

export const organizationNotFound = refusal(
  'not_found',
  'organization.not_found',
  (name: string) => `There is no organization named "${name}".`,
  'Northwind Consulting',
);

// Organizations are looked up by name on the command line.
declareConstraintErrors({
  organizations_name_key: organizationNameInUse,
});
