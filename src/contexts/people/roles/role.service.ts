import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { UsableDepartments } from '../departments/usable-departments.js';
import { roleCreated, roleModified } from '../people.events.js';
import type { CreateRoleRequest, ListRolesQuery, RoleResponse, UpdateRoleRequest } from './role.dto.js';
import { RoleRepository } from './role.repository.js';
import { defaultCostRateMustBeWritable, unassignedRoleMustStay } from './role.rules.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class RoleService {
  constructor(
    private readonly roles: RoleRepository,
    private readonly departments: UsableDepartments,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  list(
    organizationId: string,
    query: ListRolesQuery,
    page: PageRequest,
    mayReadRates: boolean,
  ): Promise<Page<RoleResponse>> {
    return this.roles.list(organizationId, query, page, mayReadRates);
  }

  get(organizationId: string, id: string): Promise<RoleResponse> {
    return this.roles.get(organizationId, id);
  }

  create(organizationId: string, role: CreateRoleRequest, mayWriteRates: boolean): Promise<RoleResponse> {
    return this.unitOfWork.run(async () => {
      defaultCostRateMustBeWritable(mayWriteRates, role.default_cost_rate !== undefined);
      await this.departments.lockForShare(organizationId, role.department_id, 'department_id');
      const id = await this.roles.insert(organizationId, role);
      await this.events.publish(roleCreated, { organizationId, id });
      return this.roles.get(organizationId, id);
    });
  }

  update(
    organizationId: string,
    id: string,
    patch: UpdateRoleRequest,
    mayWriteRates: boolean,
  ): Promise<RoleResponse> {
    return this.unitOfWork.run(async () => {
      const { role, isUnassigned } = await this.roles.lock(organizationId, id);
      versionMustMatch(role);
      defaultCostRateMustBeWritable(mayWriteRates, patch.default_cost_rate !== undefined);
      const changes = changesIn(role, patch);
      if (!hasChanges(changes)) return role;
      unassignedRoleMustStay(isUnassigned, changes);
      if (changes.department_id !== undefined)
        await this.departments.lockForShare(organizationId, changes.department_id, 'department_id');
      await this.roles.update(organizationId, id, changes);
      const after = await this.roles.get(organizationId, id);
      await this.events.publish(roleModified, changeOf(organizationId, [role, after], changes));
      return after;
    });
  }
}
