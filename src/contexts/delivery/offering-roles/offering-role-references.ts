import { Injectable } from '@nestjs/common';
import { UsablePeople, UsableRequisitions, UsableRoles } from '../../people/index.js';
import type { ProjectOfferingRoleState } from './project-offering-role-state.js';

/** The references of an offering role: its role, and its person or requisition. */
@Injectable()
export class OfferingRoleReferences {
  constructor(
    private readonly roles: UsableRoles,
    private readonly people: UsablePeople,
    private readonly requisitions: UsableRequisitions,
  ) {}

  /**
   * Locks the referenced rows. Pass new references only: existing ones may be archived.
   * @throws 422 naming `role_id` or `assignment.id`
   */
  async lockForShare(
    organizationId: string,
    { role_id, assignment }: Partial<Pick<ProjectOfferingRoleState, 'role_id' | 'assignment'>>,
  ): Promise<void> {
    if (role_id !== undefined) await this.roles.lockForShare(organizationId, role_id, 'role_id');
    if (!assignment) return;
    const directory = assignment.type === 'person' ? this.people : this.requisitions;
    await directory.lockForShare(organizationId, assignment.id, 'assignment.id');
  }
}
