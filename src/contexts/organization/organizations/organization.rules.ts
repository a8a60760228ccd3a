import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict } from '../../../platform/errors/index.js';

// Organizations are looked up by name on the command line.
declareConstraintErrors({
  organizations_name_key: () =>
    conflict('organization.name_in_use', 'Another organization has this name: choose another one.'),
});
