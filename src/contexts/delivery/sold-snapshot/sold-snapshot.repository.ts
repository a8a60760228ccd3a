import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import type { OfferingMetrics } from '../figures/offering-metrics.js';

@Injectable()
export class SoldSnapshotRepository {
  constructor(private readonly database: Database) {}

  /** Keeps what is planned now as what was sold, in two statements. It is no new version: clients change nothing. */
  async save(organizationId: string, offerings: readonly OfferingMetrics[]): Promise<void> {
    const roles = offerings.flatMap((offering) => offering.roles);
    await this.database.rows(
      `UPDATE project_offerings o
       SET sold_hours = s.hours, sold_cost_amount = s.cost, sold_revenue_amount = s.revenue
       FROM unnest($2::uuid[], $3::numeric[], $4::numeric[], $5::numeric[]) AS s (id, hours, cost, revenue)
       WHERE o.organization_id = $1 AND o.id = s.id`,
      [
        organizationId,
        offerings.map(({ id }) => id),
        offerings.map(({ labor }) => labor.planned.toFixed()),
        offerings.map(({ cost }) => cost.planned.toFixed()),
        offerings.map(({ revenue }) => revenue.planned.toFixed()),
      ],
    );
    await this.database.rows(
      `UPDATE project_offering_roles r SET sold_hours = s.hours, sold_cost_amount = s.cost
       FROM unnest($2::uuid[], $3::numeric[], $4::numeric[]) AS s (id, hours, cost)
       WHERE r.organization_id = $1 AND r.id = s.id`,
      [
        organizationId,
        roles.map(({ id }) => id),
        roles.map(({ labor }) => labor.planned.toFixed()),
        roles.map(({ cost }) => cost.planned.toFixed()),
      ],
    );
  }

  async clear(organizationId: string, projectId: string, offeringIds?: readonly string[]): Promise<void> {
    await this.database.rows(
      `WITH unsold AS (
         UPDATE project_offerings
         SET sold_hours = NULL, sold_cost_amount = NULL, sold_revenue_amount = NULL
         WHERE organization_id = $1 AND project_id = $2 ${offeringIds ? 'AND id = ANY ($3)' : ''}
           AND sold_hours IS NOT NULL
         RETURNING id)
       UPDATE project_offering_roles r SET sold_hours = NULL, sold_cost_amount = NULL
       FROM unsold WHERE r.organization_id = $1 AND r.project_offering_id = unsold.id`,
      [organizationId, projectId, ...(offeringIds ? [offeringIds] : [])],
    );
  }
}
