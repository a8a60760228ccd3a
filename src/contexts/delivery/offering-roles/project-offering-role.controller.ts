import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  DeleteRoute,
  GetRoute,
  IdParam,
  ListRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  UpdateRoute,
  type Caller,
} from '../../../platform/http/index.js';
import {
  CreateProjectOfferingRoleRequest,
  ListProjectOfferingRolesQuery,
  ProjectOfferingRolePage,
  ProjectOfferingRoleResponse,
  UpdateProjectOfferingRoleRequest,
} from './project-offering-role.dto.js';
import { ProjectOfferingRoleService } from './project-offering-role.service.js';
import {
  projectOfferingRoleHasActualTime,
  projectOfferingRoleHasPlannedTime,
  projectOfferingRoleHasTimesheetEntries,
  projectOfferingRoleIsAssigned,
  projectOfferingRolePersonHasRole,
  projectOfferingRolePersonHasTime,
  projectOfferingRoleCrmIdentifierInUse,
} from './project-offering-role.rules.js';
import { projectArchived } from '../projects/project.rules.js';
import { personNotUsable, requisitionNotUsable, roleNotUsable } from '../../people/index.js';
import { tagNotUsable } from '../../organization/index.js';
import {
  projectOfferingResource,
  projectOfferingRoleResource,
  projectResource,
} from '../delivery.resources.js';

@Controller({ path: 'projects/:project_id/offerings/:project_offering_id/roles', version: '1' })
@ApiResource('Offering roles', 'delivery', {
  project_id: projectResource,
  project_offering_id: projectOfferingResource,
  id: projectOfferingRoleResource,
})
export class ProjectOfferingRoleController {
  constructor(private readonly roles: ProjectOfferingRoleService) {}

  @ListRoute({
    response: ProjectOfferingRolePage,
    summary: 'List the roles of an offering',
    description:
      'Lists the roles that are planned in the offering or used by its actual time, in the order of their creation.',
  })
  listProjectOfferingRoles(
    @RequestedList() list: ListRequest,
    @CurrentCaller() { organizationId }: Caller,
    @IdParam('project_id') projectId: string,
    @IdParam('project_offering_id') projectOfferingId: string,
    @Query() query: ListProjectOfferingRolesQuery,
  ): Promise<ListAnswer<ProjectOfferingRolePage>> {
    const path = { projectId, projectOfferingId };
    return list.answer(query, (page) => this.roles.list(organizationId, path, query, page));
  }

  @CreateRoute({
    refuses: [
      projectOfferingRoleCrmIdentifierInUse,
      projectArchived,
      projectOfferingRolePersonHasRole,
      roleNotUsable,
      personNotUsable,
      requisitionNotUsable,
      tagNotUsable,
    ],
    response: ProjectOfferingRoleResponse,
    summary: 'Add a role to an offering',
    description:
      'Adds a role to an offering. Refused with 409 when the project is archived, or the assigned person has a role on the offering already. A role or person that is archived, or a closed requisition, is 422. Sends `projectofferingrole.created`.',
  })
  createProjectOfferingRole(
    @CurrentCaller() caller: Caller,
    @IdParam('project_id') projectId: string,
    @IdParam('project_offering_id') projectOfferingId: string,
    @Body() role: CreateProjectOfferingRoleRequest,
  ): Promise<ProjectOfferingRoleResponse> {
    return this.roles.create(caller.organizationId, { projectId, projectOfferingId }, role);
  }

  @GetRoute({
    path: ':id',
    response: ProjectOfferingRoleResponse,
    summary: 'Get a role of an offering',
    description: 'Returns one role with its assignment; 404 also when it is on another offering.',
  })
  getProjectOfferingRole(
    @CurrentCaller() caller: Caller,
    @IdParam('project_id') projectId: string,
    @IdParam('project_offering_id') projectOfferingId: string,
    @IdParam() id: string,
  ): Promise<ProjectOfferingRoleResponse> {
    return this.roles.get(caller.organizationId, { projectId, projectOfferingId }, id);
  }

  @UpdateRoute({
    refuses: [
      projectOfferingRoleCrmIdentifierInUse,
      projectOfferingRolePersonHasTime,
      projectOfferingRolePersonHasRole,
      roleNotUsable,
      personNotUsable,
      requisitionNotUsable,
      tagNotUsable,
    ],
    path: ':id',
    response: ProjectOfferingRoleResponse,
    summary: 'Update a role of an offering',
    description:
      'Changes a role of an offering, such as who is assigned to it. Refused with 409 when an assigned person who has actual time on the role would be removed or replaced, or the new person has another role on the offering; a requisition can always be replaced. `role_id` may change while there is actual time. What stays as it is may be archived. Sends `projectofferingrole.modified`.',
  })
  updateProjectOfferingRole(
    @CurrentCaller() caller: Caller,
    @IdParam('project_id') projectId: string,
    @IdParam('project_offering_id') projectOfferingId: string,
    @IdParam() id: string,
    @Body() patch: UpdateProjectOfferingRoleRequest,
  ): Promise<ProjectOfferingRoleResponse> {
    return this.roles.update(caller.organizationId, { projectId, projectOfferingId }, id, patch);
  }

  @DeleteRoute({
    refuses: [
      projectOfferingRoleHasActualTime,
      projectOfferingRoleHasTimesheetEntries,
      projectOfferingRoleHasPlannedTime,
      projectOfferingRoleIsAssigned,
    ],
    path: ':id',
    summary: 'Delete a role of an offering',
    description:
      'Deletes a role of an offering that nothing refers to. Refused with 409 while it has an assignment, planned time, actual time or timesheet entries. Sends `projectofferingrole.deleted`.',
  })
  deleteProjectOfferingRole(
    @CurrentCaller() caller: Caller,
    @IdParam('project_id') projectId: string,
    @IdParam('project_offering_id') projectOfferingId: string,
    @IdParam() id: string,
  ): Promise<void> {
    return this.roles.remove(caller.organizationId, { projectId, projectOfferingId }, id);
  }
}
