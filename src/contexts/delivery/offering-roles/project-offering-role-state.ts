import type { ProjectOfferingRoleResponse } from './project-offering-role.dto.js';
import type { ProjectOfferingRole } from './project-offering-role.entity.js';

/** Where an offering role is: the parents that its path and its events name. */
export type OfferingPath = { readonly projectId: string; readonly projectOfferingId: string };

/** What the program decides about an offering role, in the words of the API. */
export type ProjectOfferingRoleState = Pick<
  ProjectOfferingRoleResponse,
  'role_id' | 'assignment' | 'allocation'
>;

export function columnsOf({
  role_id: roleId,
  assignment,
  allocation,
}: ProjectOfferingRoleState): Pick<
  ProjectOfferingRole,
  'roleId' | 'personId' | 'requisitionId' | 'allocation'
> {
  return {
    roleId,
    personId: assignment?.type === 'person' ? assignment.id : null,
    requisitionId: assignment?.type === 'requisition' ? assignment.id : null,
    allocation: allocation === null ? null : String(allocation),
  };
}
