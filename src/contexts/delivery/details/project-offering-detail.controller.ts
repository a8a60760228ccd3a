import { Controller } from '@nestjs/common';
import { ApiResource, CurrentCaller, GetRoute, IdParam, type Caller } from '../../../platform/http/index.js';
import { rateAccessOf } from '../../people/index.js';
import { ProjectOfferingDetailResponse, withoutCosts } from './project-offering-detail.dto.js';
import { ProjectOfferingDetails } from './project-offering-details.js';
import { projectOfferingResource, projectResource } from '../delivery.resources.js';

@Controller({ path: 'projects/:project_id/offerings', version: '1' })
@ApiResource('Offerings', 'delivery', {
  project_id: projectResource,
  id: projectOfferingResource,
})
export class ProjectOfferingDetailController {
  constructor(private readonly details: ProjectOfferingDetails) {}

  @GetRoute({
    path: ':id',
    response: ProjectOfferingDetailResponse,
    summary: 'Get an offering',
    description:
      'Returns one offering of the project with its financial settings, all its planned roles and its timesheet project. The sold cost is left out for tokens without `rates:read`.',
  })
  async getProjectOffering(
    @CurrentCaller() caller: Caller,
    @IdParam('project_id') projectId: string,
    @IdParam() id: string,
  ): Promise<ProjectOfferingDetailResponse> {
    const offering = await this.details.get(caller.organizationId, projectId, id);
    return rateAccessOf(caller).mayRead ? offering : withoutCosts(offering);
  }
}
