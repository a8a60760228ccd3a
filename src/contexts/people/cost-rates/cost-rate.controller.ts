import { Controller, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import {
  ApiResource,
  CurrentCaller,
  DayParam,
  DeleteRoute,
  IdParam,
  ListRoute,
  PositionQuery,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  type Caller,
} from '../../../platform/http/index.js';
import { CostRatePage } from './cost-rate.dto.js';
import { CostRateService } from './cost-rate.service.js';
import { costRateNotFound } from '../cost-rate-history/cost-rate.rules.js';
import { personResource } from '../people.resources.js';

@Controller({ path: 'people/:id/cost-rates', version: '1' })
@ApiResource('Cost rates', 'rates', { id: personResource })
export class CostRateController {
  constructor(private readonly costRates: CostRateService) {}

  @ListRoute({
    response: CostRatePage,
    summary: 'List the cost rates of a person',
    description:
      'Lists all cost rates of a person, past, present and future, in the order of their days. They are set with `PATCH /v1/people/{id}` and are a part of the person, whose `modified_date` tells of their changes; they have none of their own. Before the first of them the person has no rate. Where a person has none, the `default_cost_rate` of the role counts, which has no days: as it is now it counts for all time.',
  })
  listPersonCostRates(
    @RequestedList() list: ListRequest,
    @CurrentCaller() { organizationId }: Caller,
    @IdParam() id: string,
    @Query() query: PositionQuery,
  ): Promise<ListAnswer<CostRatePage>> {
    return list.answer(query, (page) => this.costRates.list(organizationId, id, page));
  }

  @DeleteRoute({
    refuses: [costRateNotFound],
    path: ':effective_date',
    summary: 'Delete a cost rate of a person',
    description:
      'Deletes the cost rate that begins on a day. From then on the rate before it counts until the next day of the list, also for time that was recorded already; where there is none before, the person has no rate. To end a rate, set null from a day on instead. 404 when the list does not hold exactly this day. People who are archived can be corrected too. Sends `person.modified` with `cost_rate` and `cost_rate_effective_date`.',
  })
  @ApiParam({
    name: 'effective_date',
    description: 'The day from which the rate counts, as the list shows it.',
    schema: { type: 'string', format: 'date', example: '2026-12-01' },
  })
  deletePersonCostRate(
    @CurrentCaller() { organizationId }: Caller,
    @IdParam() id: string,
    @DayParam('effective_date') effectiveDate: string,
  ): Promise<void> {
    return this.costRates.remove(organizationId, id, effectiveDate);
  }
}
