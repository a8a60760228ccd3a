import { Controller } from '@nestjs/common';
import { ApiResource, CurrentCaller, GetRoute, IdParam, type Caller } from '../../../platform/http/index.js';
import { rateAccessOf } from '../../people/index.js';
import { ProjectDetailResponse, toProjectDetailResponse } from './project-detail.dto.js';
import { ProjectDetails } from './project-details.js';
import { projectResource } from '../delivery.resources.js';

@Controller({ path: 'projects', version: '1' })
@ApiResource('Projects', 'delivery', { id: projectResource })
export class ProjectDetailController {
  constructor(private readonly details: ProjectDetails) {}

  @GetRoute({
    path: ':id',
    response: ProjectDetailResponse,
    summary: 'Get a project',
    description:
      'Returns one project with its offerings and KPIs, which lists and the responses to writes leave out. The KPIs are the sums of the metrics of its offerings, as of the day that the `calculation_threshold` of the organization decides; `revenue`, `margin_amount` and `margin` are those at completion. Costs and margins are left out for tokens without `rates:read`. A project that was merged away has no offerings any more, so its KPIs are 0.',
  })
  async getProject(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<ProjectDetailResponse> {
    const project = await this.details.get(caller.organizationId, id);
    return toProjectDetailResponse(project, rateAccessOf(caller).mayRead);
  }
}
