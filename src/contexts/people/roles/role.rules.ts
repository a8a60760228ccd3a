import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, notFound, refusal, unprocessable } from '../../../platform/errors/index.js';
import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';

export const roleNotFound = notFound('role.not_found', 'There is no role with this id.');

export const roleNameInUse = conflict(
  'role.name_in_use',
  'Another role has this name: use that one, choose another name, or archive it.',
);

export const roleCrmIdentifierInUse = conflict('role.crm_identifier_in_use', crmIdentifierTaken('role'));

/** A name must lead to one role. */
declareConstraintErrors({
  role_crm_identifiers_key: roleCrmIdentifierInUse,
  roles_name_key: roleNameInUse,
});

export const roleUnassignedIsFixed = conflict(
  'role.unassigned_is_fixed',
  'The role "Unassigned" can be neither renamed, moved nor archived: make another role instead.',
);

/** Every organization keeps its role "Unassigned", which people without a role have. */
export function unassignedRoleMustStay(
  isUnassigned: boolean,
  changes: { readonly name?: string; readonly department_id?: string; readonly is_archived?: boolean },
): void {
  const { name, department_id, is_archived } = changes;
  if (!isUnassigned || (name === undefined && department_id === undefined && is_archived === undefined))
    return;
  throw roleUnassignedIsFixed();
}

export const roleNotUsable = unprocessable(
  'role.not_usable',
  (member: string) =>
    `${member}: the organization has no such role, or it is archived. Use one of GET /v1/roles?is_archived=false.`,
  'role_id',
);

export const roleCostRateForbidden = refusal(
  'forbidden',
  'role.cost_rate_forbidden',
  'default_cost_rate: setting it needs the scope "rates:write", which the access token lacks.',
);

/** What people cost is set by those only who may change rates. */
export function defaultCostRateMustBeWritable(mayWriteRates: boolean, isSent: boolean): void {
  if (mayWriteRates || !isSent) return;
  throw roleCostRateForbidden();
}
