import { Body, Controller } from '@nestjs/common';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  IdParam,
  UpdateRoute,
  type Caller,
} from '../../../platform/http/index.js';
import { movesFrom, projectStatuses } from '../project-status/project-status.js';
import { CreateProjectRequest, ProjectResponse, UpdateProjectRequest } from './project.dto.js';
import { newProjects, projectChanges } from './project-examples.js';
import { ProjectService } from './project.service.js';
import {
  projectCrmIdentifierInUse,
  projectCurrencyMismatch,
  projectInternalHasNoClient,
  projectMerged,
  projectStatusMove,
} from './project.rules.js';
import { clientNotUsable, stageNotUsable } from '../../sales/index.js';
import { tagNotUsable } from '../../organization/index.js';

const moves = projectStatuses.map((from) => `| ${from} | ${movesFrom(from).join(', ')} |`).join('\n');
import { projectResource } from '../delivery.resources.js';

@Controller({ path: 'projects', version: '1' })
@ApiResource('Projects', 'delivery', { id: projectResource })
export class ProjectController {
  constructor(private readonly projects: ProjectService) {}

  @CreateRoute({
    examples: newProjects,
    refuses: [
      projectCrmIdentifierInUse,
      projectCurrencyMismatch,
      clientNotUsable,
      stageNotUsable,
      tagNotUsable,
    ],
    response: ProjectResponse,
    summary: 'Create a project',
    description:
      'Creates a project for a client or an internal one. It may have any status; one that is `pre_sale` in a stage with the outcome `won` becomes `awaiting_start`. Each CRM identifier is unique among all projects (409). Sends `project.created`.',
  })
  createProject(
    @CurrentCaller() caller: Caller,
    @Body() project: CreateProjectRequest,
  ): Promise<ProjectResponse> {
    return this.projects.create(caller.organizationId, project);
  }

  @UpdateRoute({
    examples: projectChanges,
    refuses: [
      projectMerged,
      projectStatusMove,
      projectCrmIdentifierInUse,
      projectInternalHasNoClient,
      projectCurrencyMismatch,
      clientNotUsable,
      stageNotUsable,
      tagNotUsable,
    ],
    path: ':id',
    response: ProjectResponse,
    summary: 'Update a project',
    description: `Changes a project. Status moves (any other is refused with 409):

| from | to |
| --- | --- |
${moves}

A new \`stage_id\` whose outcome is \`won\` makes a \`pre_sale\` project \`awaiting_start\` in the same change. Leaving \`pre_sale\` keeps the planned hours, cost and revenue of each offering as what was sold; returning to it forgets them. A project that was merged away cannot be changed (409). Sends \`project.modified\`.`,
  })
  updateProject(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() patch: UpdateProjectRequest,
  ): Promise<ProjectResponse> {
    return this.projects.update(caller.organizationId, id, patch);
  }
}
