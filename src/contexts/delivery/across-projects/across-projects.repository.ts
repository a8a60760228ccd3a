import { Injectable } from '@nestjs/common';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import type { ListAllPlannedTimeQuery, PlacedPlannedTimeResponse } from './across-projects.dto.js';

const columns = `o.project_id, r.project_offering_id, t.project_offering_role_id, t.plan_date, t.hours::float8`;
const joins = `
  JOIN project_offering_roles r ON r.organization_id = t.organization_id AND r.id = t.project_offering_role_id
  JOIN project_offerings o ON o.organization_id = r.organization_id AND o.id = r.project_offering_id`;

const onRole = (condition: string): string =>
  `t.project_offering_role_id IN (SELECT r.id FROM project_offering_roles r WHERE r.organization_id = $1 AND ${condition})`;

const ofProject =
  'r.project_offering_id IN (SELECT o.id FROM project_offerings o WHERE o.organization_id = $1 AND o.project_id = ?)';

@Injectable()
export class AcrossProjectsRepository {
  constructor(private readonly database: Database) {}

  plannedTime(
    organizationId: string,
    query: ListAllPlannedTimeQuery,
    page: PageRequest,
  ): Promise<Page<PlacedPlannedTimeResponse>> {
    const conditions = new Conditions()
      .and('t.organization_id = ?', organizationId)
      .andStart('t.plan_date >= ?', query.start_date)
      .and('t.plan_date <= ?', query.end_date)
      .and('t.project_offering_role_id = ?', query.project_offering_role_id)
      .and(onRole('r.project_offering_id = ?'), query.project_offering_id)
      .and(onRole(ofProject), query.project_id)
      .and(onRole('r.role_id = ?'), query.role_id)
      .and(onRole('r.person_id = ?'), query.person_id);
    const order = ['plan_date', 'project_offering_role_id'];
    return this.database.page({ table: 'planned_time t', joins, columns, conditions, order, page });
  }
}
