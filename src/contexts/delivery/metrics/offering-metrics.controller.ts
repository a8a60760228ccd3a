import { Controller } from '@nestjs/common';
import { ApiResource, CurrentCaller, GetRoute, IdParam, type Caller } from '../../../platform/http/index.js';
import { rateAccessOf } from '../../people/index.js';
import { ProjectOfferingMetricsResponse, toOfferingMetricsResponse } from './offering-metrics.dto.js';
import { MetricsService } from './metrics.service.js';
import { projectOfferingResource, projectResource } from '../delivery.resources.js';

@Controller({ path: 'projects/:project_id/offerings', version: '1' })
@ApiResource('Offerings', 'delivery', {
  project_id: projectResource,
  id: projectOfferingResource,
})
export class OfferingMetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @GetRoute({
    path: ':id/metrics',
    response: ProjectOfferingMetricsResponse,
    summary: 'Get the metrics of an offering',
    description: `Returns hours, cost, revenue and margin as of a day that the organization's \`calculation_threshold\` decides: \`current_day\` is today; \`last_week\` is the Sunday that ended last week (weeks are Monday to Sunday, so on a Sunday it is the one before).

| figure | meaning |
| --- | --- |
| sold | what was planned when the project left \`pre_sale\`; 0 where nothing was sold |
| planned | all planned time |
| actual | actual time up to the as-of date |
| estimated_to_completion | planned time after the as-of date |
| estimated_at_completion | actual and estimated_to_completion |

**Cost** of an hour: the cost rate of the person on that day if it is in the currency of the project, else the \`default_cost_rate\` of the role if that is, else 0.

| billing model | revenue |
| --- | --- |
| time_and_materials | billable hours by the rate of the role on the rate card, 0 without one. Every planned hour is billable, of the actual ones those that are flagged |
| fixed_bid | \`fixed_revenue\`; earned in proportion of actual hours to hours at completion, 0 while there are none |
| fixed_retainer | \`retainer_amount\` for each calendar week (from Monday) or month that the days from the first to the last planned or actual one touch; earned for those that have begun by the as-of date, the first of them with the first day. Planned: by the planned days alone |
| others | 0 |

Money is rounded half up to four decimals. Hours, cost and the revenue of \`time_and_materials\` are the sums of the roles, each rounded for itself. What was sold, which still counts roles that were deleted, and the revenue of \`fixed_bid\` and \`fixed_retainer\` are the offering's own. Cost and margin are left out for tokens without \`rates:read\`.`,
  })
  async getProjectOfferingMetrics(
    @CurrentCaller() caller: Caller,
    @IdParam('project_id') projectId: string,
    @IdParam() id: string,
  ): Promise<ProjectOfferingMetricsResponse> {
    const calculated = await this.metrics.ofOffering(caller.organizationId, projectId, id);
    return toOfferingMetricsResponse(calculated, rateAccessOf(caller).mayRead);
  }
}
