import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../../platform/values/index.js';
import { CostRateRepository } from './cost-rate.repository.js';
import type { CostRateMembers } from './cost-rate.rules.js';

/** Changes what an hour of a person costs over time. */
@Injectable()
export class CostRateHistory {
  constructor(private readonly costRates: CostRateRepository) {}

  /**
   * Sets the rate from a day on. Call it in a unit of work that has locked the person. A rate that comes with its day is kept
   * also where the rate before is the same: that one may be changed later. One without a day is only kept when it differs
   * from the one in force, so that a nightly request with the same rate changes nothing.
   * @param otherwiseFrom the day of a rate that comes without one
   * @returns the members of the person that change, by their names on the wire; none when nothing does
   */
  async change(
    organizationId: string,
    personId: string,
    { cost_rate, cost_rate_effective_date }: CostRateMembers,
    otherwiseFrom: CalendarDate,
  ): Promise<string[]> {
    if (cost_rate === undefined) return [];
    const from = cost_rate_effective_date ?? otherwiseFrom;
    const last = await this.costRates.findLast(organizationId, personId, from);
    const isOfDay = last?.effective_date === from;
    const isSame = isDeepStrictEqual(last?.cost_rate ?? null, cost_rate);
    if (isSame && (isOfDay || cost_rate_effective_date === undefined)) return [];
    await this.costRates.put(organizationId, personId, from, cost_rate);
    return isOfDay ? ['cost_rate'] : ['cost_rate', 'cost_rate_effective_date'];
  }
}
