import { Injectable } from '@nestjs/common';
import type { OrganizationFounding } from '../../organization/index.js';
import { DepartmentRepository } from '../departments/department.repository.js';
import { RoleRepository } from '../roles/role.repository.js';

const UNASSIGNED = 'Unassigned';

/** Gives a new organization the role that people without a role have. */
@Injectable()
export class UnassignedRoleAdapter implements OrganizationFounding {
  constructor(
    private readonly departments: DepartmentRepository,
    private readonly roles: RoleRepository,
  ) {}

  async found(organizationId: string): Promise<void> {
    const departmentId = await this.departments.insert(organizationId, UNASSIGNED, true);
    await this.roles.insert(organizationId, { name: UNASSIGNED, department_id: departmentId }, true);
  }
}
