import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  dateRangeMustNotBeReversed,
  DeleteRoute,
  GetRoute,
  IdParam,
  ListRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  UpdateRoute,
  type Caller,
} from '../../../platform/http/index.js';
import { ActualTimeRecordingService } from './actual-time-recording.service.js';
import {
  ActualTimePage,
  ActualTimeResponse,
  CreateActualTimeRequest,
  ListActualTimeQuery,
  UpdateActualTimeRequest,
} from './actual-time.dto.js';
import { mayBackfill } from './backfill.js';
import { ActualTimeService } from './actual-time.service.js';
import {
  actualTimeAfterPersonTermination,
  actualTimeBeforePersonStart,
  actualTimeProjectArchived,
  actualTimeProjectDiffers,
  actualTimeCrmIdentifierInUse,
} from './actual-time.rules.js';
import { projectMerged, projectNotUsable, projectOfferingNotUsable } from '../../delivery/index.js';
import { personNotUsable } from '../../people/index.js';
import { actualTimeResource } from '../time-tracking.resources.js';

@Controller({ path: 'actual-time', version: '1' })
@ApiResource('Actual time', 'time', { id: actualTimeResource })
export class ActualTimeController {
  constructor(
    private readonly times: ActualTimeService,
    private readonly recording: ActualTimeRecordingService,
  ) {}

  @ListRoute({
    response: ActualTimePage,
    summary: 'List actual time',
    description:
      "Lists hours that were worked, in the order of the days, then of creation. With neither `start_date` nor `end_date`: from 7 days ago through today, in the organization's time zone, but all days with `cursor`, `id` or `modified_since` and in an export. With one of them the other side is open.",
  })
  listActualTime(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListActualTimeQuery,
  ): Promise<ListAnswer<ActualTimePage>> {
    dateRangeMustNotBeReversed(query);
    return list.answer(query, (page) => this.times.list(caller.organizationId, query, page));
  }

  @CreateRoute({
    refuses: [
      actualTimeCrmIdentifierInUse,
      projectMerged,
      actualTimeProjectDiffers,
      actualTimeProjectArchived,
      actualTimeBeforePersonStart,
      actualTimeAfterPersonTermination,
      projectNotUsable,
      projectOfferingNotUsable,
      personNotUsable,
    ],
    response: ActualTimeResponse,
    summary: 'Record actual time',
    description: `Records the hours that a person worked on an offering on one day; a person can have several records of a day. The role is the one that the person has on the offering. If there is none, one is created from the person's own role and assigned to them, which sends \`projectofferingrole.created\` too. \`billable\` is by default whether the billing model of the offering is.

Refused: a project that was merged away (409), another project than that of the offering (422), an archived project (422), and a day before the person's \`start_date\` or after their \`termination_date\` (422); for an archived person without one, after their \`archived_on\`. Time of an archived person is recorded with the scope \`backfill\`, held beside \`time:write\`, or \`admin\`; without it is refused (422). With it they are given a role on the offering too, where they have none. Sends \`actualtime.created\`.`,
  })
  createActualTime(
    @CurrentCaller() caller: Caller,
    @Body() time: CreateActualTimeRequest,
  ): Promise<ActualTimeResponse> {
    return this.recording.create(caller.organizationId, time, mayBackfill(caller));
  }

  @GetRoute({
    path: ':id',
    response: ActualTimeResponse,
    summary: 'Get actual time',
    description: 'Returns one record, whatever its day.',
  })
  getActualTime(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<ActualTimeResponse> {
    return this.times.get(caller.organizationId, id);
  }

  @UpdateRoute({
    refuses: [actualTimeCrmIdentifierInUse, actualTimeBeforePersonStart, actualTimeAfterPersonTermination],
    path: ':id',
    response: ActualTimeResponse,
    summary: 'Correct actual time',
    description:
      'Corrects the day, the hours, whether they are billable, and the description; for another person or offering delete the record and make a new one. A new day must lie between the `start_date` and the `termination_date` of the person, for an archived one without it their `archived_on` (422). Time of archived people and projects can be corrected. Sends `actualtime.modified`.',
  })
  updateActualTime(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() patch: UpdateActualTimeRequest,
  ): Promise<ActualTimeResponse> {
    return this.times.update(caller.organizationId, id, patch);
  }

  @DeleteRoute({
    path: ':id',
    summary: 'Delete actual time',
    description:
      'Deletes one record. The role of the person on the offering stays, and so does a timesheet entry that the record came from, without its `actual_time_id`. Sends `actualtime.deleted`, and `timesheetentry.modified` for that entry.',
  })
  deleteActualTime(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<void> {
    return this.times.remove(caller.organizationId, id);
  }
}
