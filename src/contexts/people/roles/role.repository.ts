import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import { crmIdentifiersOf } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import type { CreateRoleRequest, ListRolesQuery, RoleResponse, UpdateRoleRequest } from './role.dto.js';
import { Role } from './role.entity.js';
import { roleNotFound } from './role.rules.js';

const columnsBesideRate = `r.id, r.name, r.department_id, r.capacity::float8, r.billable_utilization_target::float8,
  ${crmIdentifiersOf('r')}, r.is_archived, r.created_at AS created_date, r.modified_at AS modified_date`;
const columns = `${columnsBesideRate},
  CASE WHEN r.default_cost_rate_amount IS NOT NULL THEN json_build_object(
    'currency_code', r.default_cost_rate_currency_code, 'amount', r.default_cost_rate_amount) END AS default_cost_rate`;

export const roleRecords = recordForm(
  { table: 'roles r', columns: columnsBesideRate },
  { table: 'roles r', columns },
);

@Injectable()
export class RoleRepository {
  constructor(
    @InjectRepository(Role) private readonly roles: Repository<Role>,
    private readonly database: Database,
  ) {}

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
      .andWords('r.name_key LIKE ?', query.terms);
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
    const row = await this.roles.findOne({
      where: { organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    return { role: await this.get(organizationId, id), isUnassigned: row?.isUnassigned === true };
  }

  async insert(organizationId: string, role: CreateRoleRequest, isUnassigned = false): Promise<string> {
    const id = newId();
    const { name, department_id: departmentId, crm_identifiers: crmIdentifiers = [] } = role;
    await this.roles.insert({
      organizationId,
      id,
      name,
      nameKey: nameKey(name),
      departmentId,
      isUnassigned,
      crmIdentifiers,
      ...measures(role),
    });
    return id;
  }

  async update(organizationId: string, id: string, changes: UpdateRoleRequest): Promise<void> {
    const { name, department_id, crm_identifiers, is_archived } = changes;
    await this.roles.update(
      { organizationId, id },
      {
        ...(name !== undefined && { name, nameKey: nameKey(name) }),
        ...(department_id !== undefined && { departmentId: department_id }),
        ...(crm_identifiers !== undefined && { crmIdentifiers: crm_identifiers }),
        ...(is_archived !== undefined && { isArchived: is_archived }),
        ...measures(changes),
      },
    );
  }
}

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
