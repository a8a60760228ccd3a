import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../../platform/values/index.js';
import { offeringBases } from '../metrics-basis/metrics-basis.js';
import { MetricsBasisRepository } from '../metrics-basis/metrics-basis.repository.js';
import { offeringMetrics } from '../figures/offering-metrics.js';
import { SoldSnapshotRepository } from './sold-snapshot.repository.js';

// What is planned in all does not depend on the day.
const ANY_DAY: CalendarDate = '1900-01-01';

/**
 * What was sold: planned hours, cost and revenue of offerings and their roles when the project leaves `pre_sale`.
 * Call it in a unit of work that has locked the project for update: everything that is planned waits for that.
 */
@Injectable()
export class SoldSnapshotService {
  constructor(
    private readonly basis: MetricsBasisRepository,
    private readonly snapshots: SoldSnapshotRepository,
  ) {}

  /**
   * Keeps the plan as it is now, in place of an earlier snapshot.
   * @param offeringIds only these offerings of the project
   */
  async freeze(organizationId: string, projectId: string, offeringIds?: readonly string[]): Promise<void> {
    const all = await this.basis.offerings(organizationId, { projectId });
    const offerings = offeringIds ? all.filter(({ id }) => offeringIds.includes(id)) : all;
    if (offerings.length === 0) return;
    const roles = await this.basis.roles(organizationId, { projectId }, ANY_DAY);
    const planned = offeringBases(offerings, roles, []).map((offering) => offeringMetrics(offering, ANY_DAY));
    await this.snapshots.save(organizationId, planned);
  }

  /**
   * Forgets what was sold: the work is for sale again.
   * @param offeringIds only these offerings of the project
   */
  drop(organizationId: string, projectId: string, offeringIds?: readonly string[]): Promise<void> {
    return this.snapshots.clear(organizationId, projectId, offeringIds);
  }
}
