import { Injectable } from '@nestjs/common';
import { RoleRepository } from './role.repository.js';
import { roleMustBeUsable } from './role.rules.js';

/** Answers other contexts whether a role can be referred to. */
@Injectable()
export class RoleDirectory {
  constructor(private readonly roles: RoleRepository) {}

  /**
   * Call it in a unit of work: the role cannot be archived until that ends.
   * @param member where the body names the role, such as `role_id`
   * @throws 422 `role.not_usable` when the organization has no such role or it is archived
   */
  async requireUsable(organizationId: string, id: string, member: string): Promise<void> {
    const usable = await this.roles.holdUsable(organizationId, [id]);
    roleMustBeUsable(usable.has(id), member);
  }
}
