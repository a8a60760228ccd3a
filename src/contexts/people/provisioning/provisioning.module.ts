import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrganizationProvisioning } from '../../organization/index.js';
import { Department } from '../departments/department.entity.js';
import { DepartmentRepository } from '../departments/department.repository.js';
import { Role } from '../roles/role.entity.js';
import { RoleRepository } from '../roles/role.repository.js';
import { UnassignedRoleAdapter } from './unassigned-role.adapter.js';

/** Makes what every new organization has, for the organization context, which cannot see this one. */
@Module({
  imports: [TypeOrmModule.forFeature([Department, Role])],
  providers: [
    DepartmentRepository,
    RoleRepository,
    { provide: OrganizationProvisioning, useClass: UnassignedRoleAdapter },
  ],
  exports: [OrganizationProvisioning],
})
export class ProvisioningModule {}
