import { ApiSchema } from '@nestjs/swagger';
import { DateMember, DayRangeQuery, NumberMember, pageOf } from '../../../platform/http/index.js';

const planDate = { description: 'The day.', example: '2027-01-11' };

@ApiSchema({ description: 'The hours of one day, as they are sent.' })
export class PlannedTimeEntry {
  @DateMember(planDate)
  plan_date!: string;

  @NumberMember({
    description: 'Hours planned for the day; 0 clears it.',
    example: 6.5,
    minimum: 0,
    maximum: 24,
    decimals: 2,
  })
  hours!: number;
}

export class ListPlannedTimeQuery extends DayRangeQuery {}

export class PlannedTimeResponse {
  @DateMember(planDate)
  plan_date!: string;

  @NumberMember({
    description: 'Hours planned for the day.',
    example: 6.5,
    minimum: 0.01,
    maximum: 24,
    decimals: 2,
  })
  hours!: number;
}

export class PlannedTimePage extends pageOf(PlannedTimeResponse) {}
