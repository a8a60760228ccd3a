import { Injectable } from '@nestjs/common';
import { Database, prepared } from '../../../platform/database/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import { costRatesOf } from '../../people/index.js';
import type { OfferingScope, OfferingTerms, PlannedRole } from './metrics-basis.js';

const offerings = `
  SELECT o.id, o.project_id, p.currency_code, o.billing_model, o.fixed_revenue_amount, o.retainer_amount, o.retainer_period,
    o.sold_hours, o.sold_cost_amount, o.sold_revenue_amount
  FROM project_offerings o
  JOIN projects p ON p.organization_id = o.organization_id AND p.id = o.project_id
  WHERE o.organization_id = $1`;
const offeringsOfProject = prepared(`${offerings} AND o.project_id = $2 ORDER BY o.id`);
const offeringsOfProjects = `${offerings} AND o.project_id = ANY ($2) ORDER BY o.id`;
const oneOffering = prepared(`${offerings} AND o.project_id = $2 AND o.id = $3`);

const rates = costRatesOf({
  people: 'ARRAY(SELECT person_id FROM planned_roles)',
  organizationId: '$1',
});

// Planned time is read once, along its key; what an hour costs is the place of its day among the rates of its person.
// A list of ids instead of one would make PostgreSQL plan anew for each list.
const rolesOf = (which: string): string => `
  WITH planned_roles AS MATERIALIZED (
    SELECT r.id, r.project_offering_id, r.role_id, r.person_id, r.sold_hours, r.sold_cost_amount,
      role.default_cost_rate_amount AS default_cost_rate, role.default_cost_rate_currency_code,
      bill.bill_rate_amount AS bill_rate, card.currency_code AS bill_rate_currency_code
    FROM project_offerings o
    JOIN project_offering_roles r ON r.organization_id = o.organization_id AND r.project_offering_id = o.id
    JOIN roles role ON role.organization_id = r.organization_id AND role.id = r.role_id
    LEFT JOIN rate_cards card
      ON card.organization_id = o.organization_id AND card.id = o.rate_card_id
    LEFT JOIN rate_card_rates bill ON bill.organization_id = card.organization_id
      AND bill.rate_card_id = card.id AND bill.role_id = r.role_id
    WHERE o.organization_id = $1 AND ${which}),
  rates AS MATERIALIZED (${rates})
  SELECT r.id, r.project_offering_id, r.role_id, r.default_cost_rate, r.default_cost_rate_currency_code, r.bill_rate,
    r.bill_rate_currency_code, r.sold_hours, r.sold_cost_amount, amounts[place] AS cost_rate,
    currencies[place] AS cost_rate_currency_code, hours, hours_to_completion, first_date, last_date
  FROM planned_roles r
  LEFT JOIN rates USING (person_id)
  LEFT JOIN LATERAL (
    SELECT width_bucket(t.plan_date, dates) AS place, sum(t.hours) AS hours,
      coalesce(sum(t.hours) FILTER (WHERE t.plan_date > $3), 0) AS hours_to_completion,
      min(t.plan_date) AS first_date, max(t.plan_date) AS last_date
    FROM planned_time t WHERE t.organization_id = $1 AND t.project_offering_role_id = r.id
    GROUP BY place) planned ON true
  ORDER BY r.id`;
const rolesOfProject = prepared(rolesOf('o.project_id = $2'));
const rolesOfProjects = rolesOf('o.project_id = ANY ($2)');
const rolesOfOffering = prepared(rolesOf('o.id = $2'));

type RoleRow = Omit<PlannedRole, 'planned'> & (PlannedRole['planned'][number] | { readonly hours: null });

/** What metrics are calculated from, added up by the database: exact, and one statement each. */
@Injectable()
export class MetricsBasisRepository {
  constructor(private readonly database: Database) {}

  offerings(organizationId: string, scope: OfferingScope): Promise<OfferingTerms[]> {
    if ('projectIds' in scope) {
      return this.database.rows(offeringsOfProjects, [organizationId, scope.projectIds]);
    }
    const { projectId, offeringId } = scope;
    if (offeringId === undefined) return this.database.rows(offeringsOfProject, [organizationId, projectId]);
    return this.database.rows(oneOffering, [organizationId, projectId, offeringId]);
  }

  /**
   * The roles of offerings with the hours planned for them, in the order of their creation.
   * @param asOf hours after this day are those to completion
   */
  async roles(organizationId: string, scope: OfferingScope, asOf: CalendarDate): Promise<PlannedRole[]> {
    const [statement, which] = rolesWithin(scope);
    const rows = await this.database.rows<RoleRow>(statement, [organizationId, which, asOf]);
    const roles = new Map<string, PlannedRole & { planned: PlannedRole['planned'][number][] }>();
    for (const row of rows) {
      const role = roles.get(row.id) ?? { ...row, planned: [] };
      if (row.hours !== null) role.planned.push(row);
      roles.set(row.id, role);
    }
    return [...roles.values()];
  }
}

function rolesWithin(scope: OfferingScope): readonly [statement: string, which: unknown] {
  if ('projectIds' in scope) return [rolesOfProjects, scope.projectIds];
  const { projectId, offeringId } = scope;
  return offeringId === undefined ? [rolesOfProject, projectId] : [rolesOfOffering, offeringId];
}
