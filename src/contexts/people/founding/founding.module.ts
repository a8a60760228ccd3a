import { Global, Module } from '@nestjs/common';
import { OrganizationFounding } from '../../organization/index.js';
import { DepartmentRepository } from '../departments/department.repository.js';
import { RoleRepository } from '../roles/role.repository.js';
import { UnassignedRoleAdapter } from './unassigned-role.adapter.js';

/** Answers the organization context, which cannot see this one, what to make with a new organization. */
@Global()
@Module({
  providers: [
    DepartmentRepository,
    RoleRepository,
    { provide: OrganizationFounding, useClass: UnassignedRoleAdapter },
  ],
  exports: [OrganizationFounding],
})
export class FoundingModule {}
