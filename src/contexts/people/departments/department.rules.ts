import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, notFound, unprocessable } from '../../../platform/errors/index.js';
import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';

export const departmentNotFound = notFound('department.not_found', 'There is no department with this id.');

export const departmentNameInUse = conflict(
  'department.name_in_use',
  'Another department has this name: use that one, choose another name, or archive it.',
);

export const departmentCrmIdentifierInUse = conflict(
  'department.crm_identifier_in_use',
  crmIdentifierTaken('department'),
);

declareConstraintErrors({
  department_crm_identifiers_key: departmentCrmIdentifierInUse,
  departments_name_key: departmentNameInUse,
});

export const departmentUnassignedIsFixed = conflict(
  'department.unassigned_is_fixed',
  'The department "Unassigned" can be neither renamed nor archived: make another department instead.',
);

/** Every organization keeps its department "Unassigned", which people without a role belong to. */
export function unassignedDepartmentMustStay(
  isUnassigned: boolean,
  changes: { readonly name?: string; readonly is_archived?: boolean },
): void {
  if (!isUnassigned || (changes.name === undefined && changes.is_archived === undefined)) return;
  throw departmentUnassignedIsFixed();
}

export const departmentNotUsable = unprocessable(
  'department.not_usable',
  (member: string) =>
    `${member}: the organization has no such department, or it is archived. Use one of GET /v1/departments?is_archived=false.`,
  'department_id',
);
