import { ApiSchema } from '@nestjs/swagger';
import { ResponseListMember, ResponseObjectMember } from '../../../platform/http/index.js';
import { ProjectKpisResponse, toProjectKpisResponse } from '../metrics/project-kpis.dto.js';
import { ProjectOfferingResponse } from '../offerings/project-offering.dto.js';
import type { ProjectDetail } from './project-details.js';
import { ProjectResponse } from '../projects/project.dto.js';

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
    example: {
      planned_hours: 340,
      actual_hours: 120.5,
      remaining_planned_hours: 210,
      estimated_at_completion_hours: 330.5,
      revenue: { currency_code: 'USD', amount: 49575 },
    },
    derived: true,
  })
  kpis!: ProjectKpisResponse;
}

/** @param mayReadRates whether costs and margins are shown */
export const toProjectDetailResponse = (
  { kpis, ...project }: ProjectDetail,
  mayReadRates: boolean,
): ProjectDetailResponse => ({
  ...project,
  kpis: toProjectKpisResponse(kpis, project.currency_code, mayReadRates),
});
