import { ApiSchema, IntersectionType } from '@nestjs/swagger';
import {
  choices,
  ChoicesQuery,
  DateMember,
  FlagMember,
  IdMember,
  ResponseListMember,
  ResponseNumberMember,
  TextMember,
} from '../../../platform/http/index.js';
import { ActualTimeFilters } from '../actual-time/actual-time.dto.js';
import { TimesheetEntryFilters } from '../timesheet-entries/timesheet-entry.dto.js';
import { timeGroupings, type TimeGrouping } from './time-grouping.js';
import { MAX_GROUPS } from './time-totals.rules.js';

export const TIME_TOTALS =
  'with the filters of the list and by up to two things of `group_by`. Without `start_date` and `end_date` of all days. More than 10,000 groups are refused (422).';

const timeGroupingChoices = choices(
  'TimeGrouping',
  'What recorded time is added up by: `role` is that of the offering role, `week` the ISO week from Monday.',
  timeGroupings,
);

class GroupingQuery {
  @ChoicesQuery(timeGroupingChoices, {
    description:
      'One or two things to add up by, repeated or with a comma between. Default: everything at once.',
    example: ['client', 'month'],
    maxItems: 2,
  })
  group_by?: TimeGrouping[];
}

export class ActualTimeTotalsQuery extends IntersectionType(ActualTimeFilters, GroupingQuery) {}

export class TimesheetEntryTotalsQuery extends IntersectionType(TimesheetEntryFilters, GroupingQuery) {}

class Sums {
  @ResponseNumberMember({
    description: 'Sum of the hours, exact.',
    example: 1250.25,
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER / 100,
    decimals: 2,
  })
  hours!: number;

  @ResponseNumberMember({
    description: 'Number of the records.',
    example: 167,
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    decimals: 0,
  })
  count!: number;
}

const grouped = { optional: true };

@ApiSchema({ description: 'What was recorded of one group, with a member for each of `group_by`.' })
export class TimeTotalsGroup extends Sums {
  @IdMember({ of: 'person', description: 'Grouped by `person`: who worked.', ...grouped })
  person_id?: string;

  @IdMember({
    of: 'client',
    description: 'Grouped by `client`: that of the project; null for internal projects.',
    nullable: true,
    ...grouped,
  })
  client_id?: string | null;

  @IdMember({ of: 'project', description: 'Grouped by `project`: the project.', ...grouped })
  project_id?: string;

  @IdMember({ of: 'project offering', description: 'Grouped by `offering`: the offering.', ...grouped })
  project_offering_id?: string;

  @IdMember({ of: 'role', description: 'Grouped by `role`: that of the offering role.', ...grouped })
  role_id?: string;

  @FlagMember({ description: 'Grouped by `billable`: billable to the client.', example: true, ...grouped })
  billable?: boolean;

  @DateMember({
    description: 'Grouped by `day`: the day that was worked on.',
    example: '2026-02-09',
    ...grouped,
  })
  day?: string;

  @TextMember({
    description: 'Grouped by `week`: the ISO 8601 week, from Monday.',
    example: '2026-W07',
    ...grouped,
  })
  week?: string;

  @TextMember({ description: 'Grouped by `month`: the calendar month.', example: '2026-02', ...grouped })
  month?: string;
}

@ApiSchema({ description: 'Sums of recorded time.' })
export class TimeTotalsResponse extends Sums {
  @ResponseListMember(() => TimeTotalsGroup, {
    description:
      'The sums of each group that has records, in the order of its members as `group_by` names them, null last; empty without `group_by`.',
    example: [{ client_id: null, month: '2026-02', hours: 7.5, count: 1 }],
    maxItems: MAX_GROUPS,
  })
  groups!: TimeTotalsGroup[];
}
