import {
  conflict,
  crmIdentifierTaken,
  declareConstraintErrors,
  notFound,
} from 'planning-delivery-api/platform';

export const skillNotFound = notFound('skill.not_found', 'There is no skill with this id.');

export const skillNameInUse = conflict(
  'skill.name_in_use',
  'Another skill has this name: use that one, or choose another name.',
);

export const skillCrmIdentifierInUse = conflict('skill.crm_identifier_in_use', crmIdentifierTaken('skill'));

declareConstraintErrors({
  /** A name must lead to one skill. */
  skills_name_key: skillNameInUse,
  skill_crm_identifiers_key: skillCrmIdentifierInUse,
});
