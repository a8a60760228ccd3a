import { Injectable } from '@nestjs/common';
import { EventPublisher } from '../../../platform/events/index.js';
import type { OrganizationProvisioning } from '../../organization/index.js';
import { DepartmentRepository } from '../departments/department.repository.js';
import { departmentCreated, roleCreated } from '../people.events.js';
import { RoleRepository } from '../roles/role.repository.js';

const UNASSIGNED = 'Unassigned';

/** Gives a new organization the role that people without a role have. */
@Injectable()
export class UnassignedRoleAdapter implements OrganizationProvisioning {
  constructor(
    private readonly departments: DepartmentRepository,
    private readonly roles: RoleRepository,
    private readonly events: EventPublisher,
  ) {}

  async provision(organizationId: string): Promise<void> {
    const departmentId = await this.departments.insert(organizationId, { name: UNASSIGNED }, true);
    const role = { name: UNASSIGNED, department_id: departmentId };
    const roleId = await this.roles.insert(organizationId, role, true);
    await this.events.publish(departmentCreated, { organizationId, id: departmentId });
    await this.events.publish(roleCreated, { organizationId, id: roleId });
  }
}
