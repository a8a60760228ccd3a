import { Controller } from '@nestjs/common';
import type { Bulk, BulkOutcome } from '../../../platform/bulk/index.js';
import {
  ApiResource,
  BulkBody,
  BulkRoute,
  CurrentCaller,
  type Caller,
  ManyAtOnce,
} from '../../../platform/http/index.js';
import { requestMemberFixed } from '../../../platform/writes/index.js';
import { projectMerged, projectNotUsable, projectOfferingNotUsable } from '../../delivery/index.js';
import { personNotUsable } from '../../people/index.js';
import {
  actualTimeAfterPersonTermination,
  actualTimeBeforePersonStart,
  actualTimeCrmIdentifierInUse,
  actualTimeNotFound,
  actualTimeProjectArchived,
  actualTimeProjectDiffers,
} from '../actual-time/actual-time.rules.js';
import { mayBackfill } from '../actual-time/backfill.js';
import type { ActualTimeBody } from './actual-time-bulk-writer.js';
import {
  ActualTimeEntry,
  ActualTimeResultsResponse,
  MAX_ENTRIES,
  RecordActualTimesRequest,
} from './actual-time-bulk.dto.js';
import { ActualTimeBulkService } from './actual-time-bulk.service.js';
import { faultsOfEntry } from './actual-time-entry.rules.js';

@Controller({ path: 'actual-time/bulk', version: '1' })
@ApiResource('Actual time', 'time')
export class ActualTimeBulkController {
  constructor(private readonly bulk: ActualTimeBulkService) {}

  @ManyAtOnce({ list: 'entries', perRequest: 500 })
  @BulkRoute({
    request: RecordActualTimesRequest,
    response: ActualTimeResultsResponse,
    refuses: [
      actualTimeNotFound,
      actualTimeCrmIdentifierInUse,
      projectMerged,
      actualTimeProjectDiffers,
      actualTimeProjectArchived,
      actualTimeBeforePersonStart,
      actualTimeAfterPersonTermination,
      requestMemberFixed,
      projectNotUsable,
      projectOfferingNotUsable,
      personNotUsable,
    ],
    summary: 'Record and correct actual time in bulk',
    description: `Records or corrects up to ${MAX_ENTRIES.toLocaleString('en')} records at once, with the rules, events and answers of \`POST /v1/actual-time\` and \`PATCH /v1/actual-time/{id}\`. An entry with an \`id\` changes that record: absent members stay, and \`project_id\`, \`project_offering_id\` and \`person_id\` may be left out but not differ (409). With \`crm:<system>:<identifier>\` as its \`id\` an entry changes the record that has this identifier or, where there is none, creates it with that; an entry without an \`id\` is a new record. No record may be in two entries (400), and an identifier that another record has is refused (409).

\`hours\` with \`week\` instead of \`recorded_date\` are spread evenly over Monday to Friday, exact to the hundredth and adding up to \`hours\`; the result has the records of the days in \`body.entries\`.

With \`atomic\` the answer is 200, or that of the first refused entry with its place in \`operation\`, and then nothing is written. With \`each\` it is 207: refused entries have the status and body of their refusal, leave nothing, and the others are written. All entries of a person on an offering where they have no role yet make one role, and one \`projectofferingrole.created\`. Sends \`actualtime.created\` and \`actualtime.modified\`.

Entries that are no entries, by their members alone, are refused with 400 before any rule is asked, with the first of them as \`operation\`. An identifier is free for another record once the request that takes it away has ended. \`Idempotency-Key\` and \`validate_only\` hold for the whole. The body may have 4 MiB. It counts as one request for every started 500 entries: without room for all of them it is refused with 429 as a whole, and counts for one.`,
  })
  recordActualTimes(
    @CurrentCaller() caller: Caller,
    @BulkBody({ entry: ActualTimeEntry, maxItems: MAX_ENTRIES, faultsOf: faultsOfEntry })
    bulk: Bulk<ActualTimeEntry>,
  ): Promise<BulkOutcome<ActualTimeBody>> {
    return this.bulk.record(caller.organizationId, bulk, mayBackfill(caller));
  }
}
