import type { CrmIdentifier } from '../../../platform/crm-identifiers/index.js';
import type { ProjectOfferingRole } from './project-offering-role.entity.js';

/** Where an offering role is: the parents that its path and its events name. */
export type OfferingPath = { readonly projectId: string; readonly projectOfferingId: string };

/** What the program decides about an offering role, in the words of the API. */
export interface ProjectOfferingRoleState {
  readonly role_id: string;
  readonly assignment: Assignee | null;
  /** A part of a full week; null: not known. */
  readonly allocation: number | null;
  readonly crm_identifiers: readonly CrmIdentifier[];
}

export const assignmentTypes = ['person', 'requisition'] as const;

/** Who fills an offering role: a person, or a position that is to be filled. */
export interface Assignee {
  readonly type: (typeof assignmentTypes)[number];
  readonly id: string;
}

export function columnsOf({
  role_id: roleId,
  assignment,
  allocation,
  crm_identifiers: crmIdentifiers,
}: ProjectOfferingRoleState): Pick<
  ProjectOfferingRole,
  'roleId' | 'personId' | 'requisitionId' | 'allocation' | 'crmIdentifiers'
> {
  return {
    roleId,
    personId: assignment?.type === 'person' ? assignment.id : null,
    requisitionId: assignment?.type === 'requisition' ? assignment.id : null,
    allocation: allocation === null ? null : String(allocation),
    crmIdentifiers,
  };
}
