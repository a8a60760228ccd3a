import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Database, prepared, type Page, type PageRequest } from '../../../platform/database/index.js';
import { storedCrmIdentifiers } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import type { ActualTimeResponse, ListActualTimeQuery, UpdateActualTimeRequest } from './actual-time.dto.js';
import { ActualTime } from './actual-time.entity.js';
import { dailyRowCountsTable, timeColumns, timeConditions, timeOrder } from './time-list.js';
import { actualTimeNotFound } from './actual-time.rules.js';

export type NewActualTime = Omit<ActualTimeResponse, 'id' | 'created_date' | 'modified_date'>;

// SQL: gives the row in the form of the API, which `insert()` would need a second statement for.
const insertion = prepared(`
  INSERT INTO actual_time AS t (organization_id, id, project_id, project_offering_id, project_offering_role_id, person_id,
    recorded_date, hours, billable, description, crm_identifiers)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING ${timeColumns}`);

export const actualTimeRecords = recordForm({ table: 'actual_time t', columns: timeColumns });

@Injectable()
export class ActualTimeRepository {
  constructor(
    @InjectRepository(ActualTime) private readonly times: Repository<ActualTime>,
    private readonly database: Database,
  ) {}

  /** @param query with the days that are wanted */
  list(
    organizationId: string,
    query: ListActualTimeQuery,
    page: PageRequest,
  ): Promise<Page<ActualTimeResponse>> {
    const conditions = timeConditions(organizationId, query);
    const counts = dailyRowCountsTable('actual_time', query);
    return this.database.page({
      table: 'actual_time t',
      columns: timeColumns,
      conditions,
      order: timeOrder,
      counts,
      isPrepared: counts !== undefined && query.billable === undefined,
      page,
    });
  }

  get(organizationId: string, id: string): Promise<ActualTimeResponse> {
    return this.read(organizationId, id);
  }

  lock(organizationId: string, id: string): Promise<ActualTimeResponse> {
    return this.read(organizationId, id, 'FOR UPDATE');
  }

  async insert(organizationId: string, id: string, time: NewActualTime): Promise<ActualTimeResponse> {
    const [inserted] = await this.database.rows<ActualTimeResponse>(insertion, [
      organizationId,
      id,
      time.project_id,
      time.project_offering_id,
      time.project_offering_role_id,
      time.person_id,
      time.recorded_date,
      time.hours,
      time.billable,
      time.description,
      storedCrmIdentifiers(time.crm_identifiers),
    ]);
    return inserted as ActualTimeResponse;
  }

  async update(
    organizationId: string,
    id: string,
    { recorded_date, hours, billable, description, crm_identifiers }: UpdateActualTimeRequest,
  ): Promise<void> {
    await this.times.update(
      { organizationId, id },
      {
        ...(recorded_date !== undefined && { recordedDate: recorded_date }),
        ...(hours !== undefined && { hours: String(hours) }),
        ...(billable !== undefined && { billable }),
        ...(description !== undefined && { description }),
        ...(crm_identifiers !== undefined && { crmIdentifiers: crm_identifiers }),
      },
    );
  }

  /** The timesheet entry that became this time, if there is one, stays without it. */
  async remove(organizationId: string, id: string): Promise<void> {
    await this.database.rows(
      `UPDATE timesheet_entries SET actual_time_id = NULL
       WHERE organization_id = $1 AND actual_time_id = $2`,
      [organizationId, id],
    );
    await this.times.delete({ organizationId, id });
  }

  private async read(organizationId: string, id: string, lock = ''): Promise<ActualTimeResponse> {
    const found = await this.database.first<ActualTimeResponse>(
      `SELECT ${timeColumns} FROM actual_time t WHERE t.organization_id = $1 AND t.id = $2 ${lock}`,
      [organizationId, id],
    );
    if (!found) throw actualTimeNotFound();
    return found;
  }
}
