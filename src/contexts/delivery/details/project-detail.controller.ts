import { Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CurrentCaller,
  GetRoute,
  IdParam,
  ListRoute,
  RequestedList,
  type Caller,
  type ListAnswer,
  type ListRequest,
} from '../../../platform/http/index.js';
import { rateAccessOf } from '../../people/index.js';
import { ListProjectsQuery, MAX_WITH_KPIS } from '../projects/project.dto.js';
import { ProjectDetailResponse, ProjectPage, withShownKpis } from './project-detail.dto.js';
import { ProjectDetails } from './project-details.js';
import { projectResource } from '../delivery.resources.js';

@Controller({ path: 'projects', version: '1' })
@ApiResource('Projects', 'delivery', { id: projectResource })
export class ProjectDetailController {
  constructor(private readonly details: ProjectDetails) {}

  @ListRoute({
    response: ProjectPage,
    summary: 'List projects',
    description:
      'Lists projects for clients and internal ones, in the order of their creation. With `include=kpis` each has the KPIs that `GET /v1/projects/{id}` shows, without costs and margins for tokens without `rates:read`, and a page has at most 100 projects (else 400), which is also the default.',
  })
  listProjects(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListProjectsQuery,
  ): Promise<ListAnswer<ProjectPage>> {
    const { organizationId } = caller;
    if (!query.include) {
      return list.answer(query, (page) => this.details.list(organizationId, query, page));
    }
    const { mayRead } = rateAccessOf(caller);
    return list.answer(
      query,
      async (page) => {
        const found = await this.details.listWithKpis(organizationId, query, page);
        return { ...found, rows: found.rows.map((project) => withShownKpis(project, mayRead)) };
      },
      { size: MAX_WITH_KPIS, with: 'include=kpis' },
    );
  }

  @GetRoute({
    path: ':id',
    response: ProjectDetailResponse,
    summary: 'Get a project',
    description:
      'Returns one project with its offerings and KPIs, which lists and the responses to writes leave out. The KPIs are the sums of the metrics of its offerings, as of the day that the `calculation_threshold` of the organization decides; `revenue`, `margin_amount` and `margin` are those at completion. Costs and margins are left out for tokens without `rates:read`. A project that was merged away has no offerings any more, so its KPIs are 0.',
  })
  async getProject(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<ProjectDetailResponse> {
    const project = await this.details.get(caller.organizationId, id);
    return withShownKpis(project, rateAccessOf(caller).mayRead);
  }
}
