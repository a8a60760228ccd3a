import { Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CurrentCaller,
  dateRangeMustNotBeReversed,
  ListRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  type Caller,
} from '../../../platform/http/index.js';
import { ListTimesheetEntriesQuery, TimesheetEntryPage } from './timesheet-entry.dto.js';
import { TimesheetEntryService } from './timesheet-entry.service.js';

@Controller({ path: 'timesheet-entries', version: '1' })
@ApiResource('Timesheet entries', 'time')
export class TimesheetEntryController {
  constructor(private readonly entries: TimesheetEntryService) {}

  @ListRoute({
    response: TimesheetEntryPage,
    summary: 'List timesheet entries',
    description:
      "Lists entries of the timesheet service, which cannot be changed here; in the order of the days, then of their arrival. With neither `start_date` nor `end_date`: from 7 days ago through today, in the organization's time zone, but all days with `cursor`, `id` or `modified_since` and in an export. With one of them the other side is open.",
  })
  listTimesheetEntries(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListTimesheetEntriesQuery,
  ): Promise<ListAnswer<TimesheetEntryPage>> {
    dateRangeMustNotBeReversed(query);
    return list.answer(query, (page) => this.entries.list(caller.organizationId, query, page));
  }
}
