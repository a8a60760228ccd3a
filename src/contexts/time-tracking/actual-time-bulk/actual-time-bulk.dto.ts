import { ApiSchema, OmitType, PartialType } from '@nestjs/swagger';
import {
  bulkRequestOf,
  bulkResponseOf,
  bulkResultOf,
  EntryIdMember,
  NumberMember,
  ResponseListMember,
  WeekMember,
} from '../../../platform/http/index.js';
import { exampleId, type IsoWeek } from '../../../platform/values/index.js';
import { ActualTimeResponse, CreateActualTimeRequest } from '../actual-time/actual-time.dto.js';

export const MAX_ENTRIES = 1000;

@ApiSchema({ description: 'One record of actual time, new or changed, or the hours of a week.' })
export class ActualTimeEntry extends PartialType(OmitType(CreateActualTimeRequest, ['hours']), {
  skipNullProperties: false,
}) {
  @EntryIdMember({
    of: 'actual time',
    description:
      'The record that is changed; members that are absent stay as they are. Where there is none with `crm:<system>:<identifier>`, it is created with that.',
    optional: true,
  })
  id?: string;

  @WeekMember({
    description:
      'Instead of `recorded_date`: the week whose hours are spread evenly over Monday to Friday, a record a day.',
    example: '2026-W07',
    optional: true,
  })
  week?: IsoWeek;

  @NumberMember({
    description: 'Hours worked: on the day at most 24, in the week at most 120.',
    example: 7.5,
    minimum: 0.01,
    maximum: 120,
    decimals: 2,
    optional: true,
  })
  hours?: number;
}

const place = { project_offering_id: exampleId('project offering'), person_id: exampleId('person') };
const examples = [
  { ...place, recorded_date: '2026-11-20', hours: 7.5 },
  { ...place, week: '2026-W47', hours: 38.5 },
  { id: exampleId('actual time'), hours: 6 },
  { id: 'crm:timetracker:4711', ...place, recorded_date: '2026-11-20', hours: 2.25 },
];

@ApiSchema({ description: 'Records of actual time, as they are sent.' })
export class RecordActualTimesRequest extends bulkRequestOf(ActualTimeEntry, MAX_ENTRIES, examples) {}

@ApiSchema({ description: 'The records of a week.' })
export class ActualTimeWeekResponse {
  @ResponseListMember(() => ActualTimeResponse, {
    description: 'One for each day that got hours, from Monday on.',
    example: [],
    maxItems: 5,
  })
  entries!: ActualTimeResponse[];
}

const example = {
  id: exampleId('actual time'),
  project_id: exampleId('project'),
  project_offering_role_id: exampleId('project offering role'),
  ...place,
  recorded_date: '2026-11-20',
  hours: 7.5,
  billable: true,
  description: null,
  crm_identifiers: [],
  created_date: '2026-11-21T06:30:00.000Z',
  modified_date: '2026-11-21T06:30:00.000Z',
};

@ApiSchema({ description: 'What became of one entry.' })
export class ActualTimeResult extends bulkResultOf<ActualTimeResponse | ActualTimeWeekResponse>(
  example,
  ActualTimeResponse,
  ActualTimeWeekResponse,
) {}

@ApiSchema({ description: 'What became of all entries.' })
export class ActualTimeResultsResponse extends bulkResponseOf(ActualTimeResult, MAX_ENTRIES) {}
