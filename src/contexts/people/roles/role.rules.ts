import { declareConstraintErrors } from '../../../platform/database/index.js';
import { BusinessError, conflict, unprocessable } from '../../../platform/errors/index.js';

/** A name must lead to one role. */
declareConstraintErrors({
  roles_name_key: () =>
    conflict(
      'role.name_in_use',
      'Another role has this name: use that one, choose another name, or archive it.',
    ),
});

/** Every organization keeps its role "Unassigned", which people without a role have. */
export function unassignedRoleMustStay(
  isUnassigned: boolean,
  changes: { readonly name?: string; readonly department_id?: string; readonly is_archived?: boolean },
): void {
  const { name, department_id, is_archived } = changes;
  if (!isUnassigned || (name === undefined && department_id === undefined && is_archived === undefined))
    return;
  throw conflict(
    'role.unassigned_is_fixed',
    'The role "Unassigned" can be neither renamed, moved nor archived: make another role instead.',
  );
}

/** Work can only be given to roles that exist and are in use. */
export function roleMustBeUsable(isUsable: boolean, member: string): void {
  if (isUsable) return;
  throw unprocessable(
    'role.not_usable',
    `${member}: the organization has no such role, or it is archived. Use one of GET /v1/roles?is_archived=false.`,
  );
}

/** What people cost is set by those only who may change rates. */
export function defaultCostRateMustBeWritable(mayWriteRates: boolean, isSent: boolean): void {
  if (mayWriteRates || !isSent) return;
  throw new BusinessError(
    'forbidden',
    'role.cost_rate_forbidden',
    'default_cost_rate: setting it needs the scope "rates:write", which the access token lacks.',
  );
}
