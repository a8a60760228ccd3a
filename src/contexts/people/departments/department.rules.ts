import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, unprocessable } from '../../../platform/errors/index.js';

/** A name must lead to one department. */
declareConstraintErrors({
  departments_name_key: () =>
    conflict(
      'department.name_in_use',
      'Another department has this name: use that one, choose another name, or archive it.',
    ),
});

/** Every organization keeps its department "Unassigned", which people without a role belong to. */
export function unassignedDepartmentMustStay(
  isUnassigned: boolean,
  changes: { readonly name?: string; readonly is_archived?: boolean },
): void {
  if (!isUnassigned || (changes.name === undefined && changes.is_archived === undefined)) return;
  throw conflict(
    'department.unassigned_is_fixed',
    'The department "Unassigned" can be neither renamed nor archived: make another department instead.',
  );
}

/** A role can only be put into a department that exists and is in use. */
export function departmentMustBeUsable(isUsable: boolean, member: string): void {
  if (isUsable) return;
  throw unprocessable(
    'department.not_usable',
    `${member}: the organization has no such department, or it is archived. Use one of GET /v1/departments?is_archived=false.`,
  );
}
