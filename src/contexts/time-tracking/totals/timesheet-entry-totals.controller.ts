import { Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CurrentCaller,
  dateRangeMustNotBeReversed,
  GetRoute,
  type Caller,
} from '../../../platform/http/index.js';
import { TimesheetEntryTotalsQuery, TIME_TOTALS, TimeTotalsResponse } from './time-totals.dto.js';
import { timeTotalsTooManyGroups } from './time-totals.rules.js';
import { TimeTotalsService } from './time-totals.service.js';

@Controller({ path: 'timesheet-entries/totals', version: '1' })
@ApiResource('Timesheet entries', 'time')
export class TimesheetEntryTotalsController {
  constructor(private readonly totals: TimeTotalsService) {}

  @GetRoute({
    refuses: [timeTotalsTooManyGroups],
    response: TimeTotalsResponse,
    answer: 'The totals.',
    summary: 'Add up timesheet entries',
    description: `Returns the sum of the hours of timesheet entries, ${TIME_TOTALS}`,
  })
  getTimesheetEntryTotals(
    @CurrentCaller() caller: Caller,
    @Query() query: TimesheetEntryTotalsQuery,
  ): Promise<TimeTotalsResponse> {
    dateRangeMustNotBeReversed(query);
    return this.totals.ofTimesheetEntries(caller.organizationId, query);
  }
}
