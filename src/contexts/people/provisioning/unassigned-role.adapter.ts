import { Injectable } from '@nestjs/common';
import type { OrganizationProvisioning } from '../../organization/index.js';
import { DepartmentRepository } from '../departments/department.repository.js';
import { RoleRepository } from '../roles/role.repository.js';

const UNASSIGNED = 'Unassigned';

/** Gives a new organization the role that people without a role have. */
@Injectable()
export class UnassignedRoleAdapter implements OrganizationProvisioning {
  constructor(
    private readonly departments: DepartmentRepository,
    private readonly roles: RoleRepository,
  ) {}

  async provision(organizationId: string): Promise<void> {
    const departmentId = await this.departments.insert(organizationId, { name: UNASSIGNED }, true);
    await this.roles.insert(organizationId, { name: UNASSIGNED, department_id: departmentId }, true);
  }
}
