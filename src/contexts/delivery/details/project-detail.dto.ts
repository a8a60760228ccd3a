import { ApiSchema } from '@nestjs/swagger';
import type { PageRequest } from '../../../platform/database/index.js';
import { invalid } from '../../../platform/errors/index.js';
import {
  pageOf,
  pageRequest,
  ResponseListMember,
  ResponseObjectMember,
} from '../../../platform/http/index.js';
import { ProjectKpisResponse, toProjectKpisResponse } from '../metrics/project-kpis.dto.js';
import { ProjectOfferingResponse } from '../offerings/project-offering.dto.js';
import type { ProjectWithKpis } from './project-details.js';
import { MAX_WITH_KPIS, ProjectResponse, type ListProjectsQuery } from '../projects/project.dto.js';

const kpisExample = {
  planned_hours: 340,
  actual_hours: 120.5,
  remaining_planned_hours: 210,
  estimated_at_completion_hours: 330.5,
  revenue: { currency_code: 'USD', amount: 49575 },
};

@ApiSchema({ description: 'One project with its offerings and KPIs.' })
export class ProjectDetailResponse extends ProjectResponse {
  @ResponseListMember(() => ProjectOfferingResponse, {
    description: 'All offerings of the project, as in their list.',
    example: [],
  })
  offerings!: ProjectOfferingResponse[];

  @ResponseObjectMember(() => ProjectKpisResponse, {
    description: 'Key performance indicators: the sums of the metrics of all offerings.',
    example: kpisExample,
  })
  kpis!: ProjectKpisResponse;
}

@ApiSchema({ description: 'One project of a list.' })
export class ListedProjectResponse extends ProjectResponse {
  @ResponseObjectMember(() => ProjectKpisResponse, {
    description:
      'Key performance indicators, with `include=kpis` only: the sums of the metrics of all offerings.',
    example: kpisExample,
    optional: true,
  })
  kpis?: ProjectKpisResponse;
}

export class ProjectPage extends pageOf(ListedProjectResponse) {}

/** @param mayReadRates whether costs and margins are shown */
export const withShownKpis = <Project extends ProjectWithKpis>(
  { kpis, ...project }: Project,
  mayReadRates: boolean,
): Omit<Project, 'kpis'> & { kpis: ProjectKpisResponse } => ({
  ...project,
  kpis: toProjectKpisResponse(kpis, project.currency_code, mayReadRates),
});

/** @throws 400 when the page is larger than one with KPIs may be */
export function pageWithKpis(query: ListProjectsQuery): PageRequest {
  const member = query.pageSize === undefined ? 'page_size' : 'pageSize';
  const page = pageRequest(query[member] === undefined ? { ...query, pageSize: MAX_WITH_KPIS } : query);
  if (page.pageSize <= MAX_WITH_KPIS) return page;
  throw invalid({ [member]: [`must be at most ${MAX_WITH_KPIS} with include=kpis`] });
}
