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
import type { IsoWeek } from '../../../platform/values/index.js';
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

@ApiSchema({ description: 'Records of actual time, as they are sent.' })
export class RecordActualTimesRequest extends bulkRequestOf(ActualTimeEntry, MAX_ENTRIES) {}

@ApiSchema({ description: 'The records of a week.' })
export class ActualTimeWeekResponse {
  @ResponseListMember(() => ActualTimeResponse, {
    description: 'One for each day that got hours, from Monday on.',
    example: undefined,
    maxItems: 5,
  })
  entries!: ActualTimeResponse[];
}

@ApiSchema({ description: 'What became of one entry.' })
export class ActualTimeResult extends bulkResultOf<ActualTimeResponse | ActualTimeWeekResponse>(
  ActualTimeResponse,
  ActualTimeWeekResponse,
) {}

@ApiSchema({ description: 'What became of all entries.' })
export class ActualTimeResultsResponse extends bulkResponseOf(ActualTimeResult, MAX_ENTRIES) {}
