import type { ServerResponse } from 'node:http';
import { Controller, Query, Res } from '@nestjs/common';
import {
  ApiResource,
  ApplyRoute,
  CurrentCaller,
  dateRangeMustNotBeReversed,
  IdParam,
  ListBody,
  ListRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  type Caller,
} from '../../../platform/http/index.js';
import { entityTag } from '../../../platform/writes/index.js';
import {
  ListPlannedTimeQuery,
  PlannedTimeEntry,
  PlannedTimePage,
  PlannedTimeResponse,
} from './planned-time.dto.js';
import { PlannedTimeService } from './planned-time.service.js';

const body = { entry: PlannedTimeEntry, maxItems: 100, distinctBy: ['plan_date'] };
import {
  projectOfferingResource,
  projectOfferingRoleResource,
  projectResource,
} from '../delivery.resources.js';

@Controller({
  path: 'projects/:project_id/offerings/:project_offering_id/roles/:id/planned-time',
  version: '1',
})
@ApiResource('Offering roles', 'delivery', {
  project_id: projectResource,
  project_offering_id: projectOfferingResource,
  id: projectOfferingRoleResource,
})
export class PlannedTimeController {
  constructor(private readonly plannedTime: PlannedTimeService) {}

  @ListRoute({
    isVersioned: true,
    response: PlannedTimePage,
    summary: 'List the planned time of a role',
    description:
      'Lists the planned hours of a role, ordered by day. Days without planned hours are not listed.',
  })
  listPlannedTime(
    @RequestedList() list: ListRequest,
    @CurrentCaller() { organizationId }: Caller,
    @IdParam('project_id') projectId: string,
    @IdParam('project_offering_id') projectOfferingId: string,
    @IdParam() id: string,
    @Query() query: ListPlannedTimeQuery,
  ): Promise<ListAnswer<PlannedTimePage>> {
    dateRangeMustNotBeReversed(query);
    const path = { projectId, projectOfferingId };
    return list.answer(query, (page) => this.plannedTime.list(organizationId, path, id, query, page));
  }

  @ApplyRoute({
    isVersioned: true,
    body,
    response: PlannedTimeResponse,
    summary: 'Apply planned time to a role',
    description:
      'Sets the planned hours of a role on 1 to 100 days, each at most once; all are applied, or none. 0 hours clears a day, and days that are not sent stay as they are. The response has the entries that now stand for the days sent, ordered by day, without cleared ones. Sends `projectofferingroleplannedtime.modified` with the first and the last day that really changed; the `modified_date` of the role stays. The `ETag` of the response is that of the list of planned time of the role, and `If-Match` takes it.',
  })
  async applyPlannedTime(
    @CurrentCaller() caller: Caller,
    @IdParam('project_id') projectId: string,
    @IdParam('project_offering_id') projectOfferingId: string,
    @IdParam() id: string,
    @ListBody(body) entries: PlannedTimeEntry[],
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<PlannedTimeResponse[]> {
    const path = { projectId, projectOfferingId };
    const { version, planned } = await this.plannedTime.apply(caller.organizationId, path, id, entries);
    response.setHeader('ETag', entityTag(version));
    return planned;
  }
}
