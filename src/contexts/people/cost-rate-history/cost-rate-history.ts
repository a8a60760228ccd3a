import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ChangedValues } from '../../../platform/events/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import { CostRateRepository } from './cost-rate.repository.js';
import type { CostRateMembers, EffectiveCostRate } from './cost-rate.rules.js';

/** Changes what an hour of a person costs over time. */
@Injectable()
export class CostRateHistory {
  constructor(private readonly costRates: CostRateRepository) {}

  /**
   * Sets the rate from a day on. Call it in a unit of work that has locked the person. A rate that comes with its day is kept
   * also where the rate before is the same: that one may be changed later. One without a day is only kept when it differs
   * from the one in force, so that a nightly request with the same rate changes nothing.
   * @param otherwiseFrom the day of a rate that comes without one
   * @returns the members of the person that change, with the rate of that day before and after; none when nothing does
   */
  async change(
    organizationId: string,
    personId: string,
    { cost_rate, cost_rate_effective_date }: CostRateMembers,
    otherwiseFrom: CalendarDate,
  ): Promise<ChangedValues> {
    if (cost_rate === undefined) return {};
    const from = cost_rate_effective_date ?? otherwiseFrom;
    const last = await this.costRates.findLast(organizationId, personId, from);
    const isOfDay = last?.effective_date === from;
    const isSame = isDeepStrictEqual(last?.cost_rate ?? null, cost_rate);
    if (isSame && (isOfDay || cost_rate_effective_date === undefined)) return {};
    await this.costRates.put(organizationId, personId, from, cost_rate);
    const { cost_rate: rate, cost_rate_effective_date: day } = rateChange(last, {
      cost_rate,
      effective_date: from,
    });
    return isOfDay ? { cost_rate: rate } : { cost_rate: rate, cost_rate_effective_date: day };
  }

  async remove(organizationId: string, personId: string, day: CalendarDate): Promise<ChangedValues> {
    const before = await this.costRates.findLast(organizationId, personId, day);
    await this.costRates.remove(organizationId, personId, day);
    return rateChange(before, await this.costRates.findLast(organizationId, personId, day));
  }
}

const rateChange = (before: EffectiveCostRate | null, after: EffectiveCostRate | null) => ({
  cost_rate: { from: before?.cost_rate ?? null, to: after?.cost_rate ?? null },
  cost_rate_effective_date: { from: before?.effective_date ?? null, to: after?.effective_date ?? null },
});
