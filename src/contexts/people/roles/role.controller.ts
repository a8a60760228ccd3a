import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  GetRoute,
  IdParam,
  ListRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  UpdateRoute,
  type Caller,
} from '../../../platform/http/index.js';
import { rateAccessOf } from '../rate-access.js';
import {
  CreateRoleRequest,
  ListRolesQuery,
  RolePage,
  RoleResponse,
  toRoleResponse,
  UpdateRoleRequest,
} from './role.dto.js';
import { RoleService } from './role.service.js';
import {
  roleCostRateForbidden,
  roleNameInUse,
  roleUnassignedIsFixed,
  roleCrmIdentifierInUse,
} from './role.rules.js';
import { departmentNotUsable } from '../departments/department.rules.js';
import { roleResource } from '../people.resources.js';

@Controller({ path: 'roles', version: '1' })
@ApiResource('Roles', 'people', { id: roleResource })
export class RoleController {
  constructor(private readonly roles: RoleService) {}

  @ListRoute({
    response: RolePage,
    summary: 'List roles',
    description:
      'Lists all roles, also archived ones, in the order of their creation. Without the scope `rates:read` they come without `default_cost_rate`.',
  })
  listRoles(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListRolesQuery,
  ): Promise<ListAnswer<RolePage>> {
    const { mayRead } = rateAccessOf(caller);
    return list.answer(query, (page) => this.roles.list(caller.organizationId, query, page, mayRead));
  }

  @CreateRoute({
    refuses: [roleCrmIdentifierInUse, roleCostRateForbidden, roleNameInUse, departmentNotUsable],
    response: RoleResponse,
    summary: 'Create a role',
    description:
      'Creates a role in a department. A name is unique among the roles that are not archived (409); the department must be one that is not archived (422). `default_cost_rate` needs the scope `rates:write` (403). Sends `role.created`.',
  })
  async createRole(@CurrentCaller() caller: Caller, @Body() role: CreateRoleRequest): Promise<RoleResponse> {
    const { mayRead, mayWrite } = rateAccessOf(caller);
    return toRoleResponse(await this.roles.create(caller.organizationId, role, mayWrite), mayRead);
  }

  @GetRoute({
    path: ':id',
    response: RoleResponse,
    summary: 'Get a role',
    description: 'Returns one role; without the scope `rates:read` it comes without `default_cost_rate`.',
  })
  async getRole(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<RoleResponse> {
    return toRoleResponse(await this.roles.get(caller.organizationId, id), rateAccessOf(caller).mayRead);
  }

  @UpdateRoute({
    refuses: [
      roleCrmIdentifierInUse,
      roleCostRateForbidden,
      roleNameInUse,
      roleUnassignedIsFixed,
      departmentNotUsable,
    ],
    path: ':id',
    response: RoleResponse,
    summary: 'Update a role',
    description:
      'Changes a role. The role "Unassigned" of each organization can be neither renamed, moved nor archived (409). Archiving leaves the people in it as they are. `default_cost_rate` needs the scope `rates:write` (403). Sends `role.modified`.',
  })
  async updateRole(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() patch: UpdateRoleRequest,
  ): Promise<RoleResponse> {
    const { mayRead, mayWrite } = rateAccessOf(caller);
    return toRoleResponse(await this.roles.update(caller.organizationId, id, patch, mayWrite), mayRead);
  }
}
