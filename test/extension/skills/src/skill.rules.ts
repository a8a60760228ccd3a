import { conflict, declareConstraintErrors, notFound } from 'planning-delivery-api/platform';

export const skillNotFound = notFound('skill.not_found', 'There is no skill with this id.');

export const skillNameInUse = conflict(
  'skill.name_in_use',
  'Another skill has this name: use that one, or choose another name.',
);

/** A name must lead to one skill. */
declareConstraintErrors({ skills_name_key: skillNameInUse });
