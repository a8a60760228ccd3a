import { ApiSchema } from '@nestjs/swagger';
import { pageOf, ResponseListMember, ResponseObjectMember } from '../../../platform/http/index.js';
import { ProjectKpisResponse, toProjectKpisResponse } from '../metrics/project-kpis.dto.js';
import { ProjectOfferingResponse } from '../offerings/project-offering.dto.js';
import type { ProjectWithKpis } from './project-details.js';
import { ProjectResponse } from '../projects/project.dto.js';

const kpisExample = {
  sold_hours: 320,
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
    derived: true,
  })
  offerings!: ProjectOfferingResponse[];

  @ResponseObjectMember(() => ProjectKpisResponse, {
    description: 'Key performance indicators: the sums of the metrics of all offerings.',
    example: kpisExample,
    derived: true,
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
    derived: true,
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
