import { Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CurrentCaller,
  dateRangeMustNotBeReversed,
  GetRoute,
  type Caller,
} from '../../../platform/http/index.js';
import { ActualTimeTotalsQuery, TIME_TOTALS, TimeTotalsResponse } from './time-totals.dto.js';
import { timeTotalsTooManyGroups } from './time-totals.rules.js';
import { TimeTotalsService } from './time-totals.service.js';

@Controller({ path: 'actual-time/totals', version: '1' })
@ApiResource('Actual time', 'time')
export class ActualTimeTotalsController {
  constructor(private readonly totals: TimeTotalsService) {}

  @GetRoute({
    refuses: [timeTotalsTooManyGroups],
    response: TimeTotalsResponse,
    answer: 'The totals.',
    summary: 'Add up actual time',
    description: `Returns the sum of the hours of actual time, ${TIME_TOTALS}`,
  })
  getActualTimeTotals(
    @CurrentCaller() caller: Caller,
    @Query() query: ActualTimeTotalsQuery,
  ): Promise<TimeTotalsResponse> {
    dateRangeMustNotBeReversed(query);
    return this.totals.ofActualTime(caller.organizationId, query);
  }
}
