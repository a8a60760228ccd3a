import { Injectable } from '@nestjs/common';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import type { CreateRoleRequest, ListRolesQuery, RoleResponse, UpdateRoleRequest } from './role.dto.js';
import { Role } from './role.entity.js';
import { roleNotFound } from './role.rules.js';

const columnsBesideRate = `r.id, r.name, r.department_id, r.capacity::float8, r.billable_utilization_target::float8,
  r.is_archived, r.created_at AS created_date, r.modified_at AS modified_date`;
const columns = `${columnsBesideRate},
  CASE WHEN r.default_cost_rate_amount IS NOT NULL THEN json_build_object(
    'currency_code', r.default_cost_rate_currency_code, 'amount', r.default_cost_rate_amount) END AS default_cost_rate`;

@Injectable()
export class RoleRepository {
  constructor(private readonly database: Database) {}

  list(
    organizationId: string,
    query: ListRolesQuery,
    page: PageRequest,
    mayReadRates: boolean,
  ): Promise<Page<RoleResponse>> {
    const conditions = new Conditions()
      .and('r.organization_id = ?', organizationId)
      .and('r.department_id = ?', query.department_id)
      .and('r.is_archived = ?', query.is_archived)
      .andWords('r.name_key', query.terms);
    return this.database.page({
      table: 'roles r',
      columns: mayReadRates ? columns : columnsBesideRate,
      conditions,
      page,
    });
  }

  async get(organizationId: string, id: string): Promise<RoleResponse> {
    const statement = `SELECT ${columns} FROM roles r WHERE r.organization_id = $1 AND r.id = $2`;
    const found = await this.database.first<RoleResponse>(statement, [organizationId, id]);
    if (!found) throw roleNotFound();
    return found;
  }

  async lock(organizationId: string, id: string): Promise<{ role: RoleResponse; isUnassigned: boolean }> {
    const statement = 'SELECT is_unassigned FROM roles WHERE organization_id = $1 AND id = $2 FOR UPDATE';
    const row = await this.database.first<{ is_unassigned: boolean }>(statement, [organizationId, id]);
    return { role: await this.get(organizationId, id), isUnassigned: row?.is_unassigned === true };
  }

  /** Those of the roles that exist and are not archived; they stay so until the transaction ends. */
  async holdUsable(organizationId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.rows<{ id: string }>(
      `SELECT id FROM roles WHERE organization_id = $1 AND id = ANY ($2) AND NOT is_archived ORDER BY id FOR SHARE`,
      [organizationId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async getUnassignedId(organizationId: string): Promise<string> {
    const statement = 'SELECT id FROM roles WHERE organization_id = $1 AND is_unassigned';
    const found = await this.database.first<{ id: string }>(statement, [organizationId]);
    if (!found) throw new Error(`Organization ${organizationId} lacks its role "Unassigned".`);
    return found.id;
  }

  async insert(organizationId: string, role: CreateRoleRequest, isUnassigned = false): Promise<string> {
    const id = newId();
    const { name, department_id: departmentId } = role;
    await this.database.manager.insert(Role, {
      organizationId,
      id,
      name,
      nameKey: nameKey(name),
      departmentId,
      isUnassigned,
      ...measures(role),
    });
    return id;
  }

  async update(organizationId: string, id: string, changes: UpdateRoleRequest): Promise<void> {
    const { name, department_id, is_archived } = changes;
    await this.database.manager.update(
      Role,
      { organizationId, id },
      {
        ...(name !== undefined && { name, nameKey: nameKey(name) }),
        ...(department_id !== undefined && { departmentId: department_id }),
        ...(is_archived !== undefined && { isArchived: is_archived }),
        ...measures(changes),
      },
    );
  }
}

/** The columns of those numbers that are given. */
function measures({
  capacity,
  billable_utilization_target,
  default_cost_rate,
}: UpdateRoleRequest): Partial<Role> {
  return {
    ...(capacity !== undefined && { capacity: String(capacity) }),
    ...(billable_utilization_target !== undefined && {
      billableUtilizationTarget: String(billable_utilization_target),
    }),
    ...(default_cost_rate !== undefined && {
      defaultCostRateCurrencyCode: default_cost_rate?.currency_code ?? null,
      defaultCostRateAmount: default_cost_rate ? String(default_cost_rate.amount) : null,
    }),
  };
}
