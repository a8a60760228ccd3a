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
import type { AffectedEntry } from './parents-of.js';

export type NewActualTime = Omit<ActualTimeResponse, 'id' | 'created_date' | 'modified_date'>;

export type Identified = NewActualTime & { readonly id: string };

const written: Readonly<Record<keyof NewActualTime, string>> = {
  project_id: 'uuid',
  project_offering_id: 'uuid',
  project_offering_role_id: 'uuid',
  person_id: 'uuid',
  recorded_date: 'date',
  hours: 'numeric',
  billable: 'boolean',
  description: 'text',
  crm_identifiers: 'json',
};
const writtenColumns = Object.keys(written) as (keyof NewActualTime)[];

const insertInto = `INSERT INTO actual_time AS t (organization_id, id, ${writtenColumns.join(', ')})`;

// SQL: gives the row in the form of the API, which `insert()` would need a second statement for.
const insertion = prepared(`
  ${insertInto} VALUES ($1, $2, ${writtenColumns.map((_, index) => `$${index + 3}`).join(', ')})
  RETURNING ${timeColumns}`);

const insertionOfMany = `
  ${insertInto} SELECT $1, * FROM unnest($2::uuid[], ${writtenColumns
    .map((column, index) => `$${index + 3}::${written[column]}[]`)
    .join(', ')})
  RETURNING ${timeColumns}`;

const corrected = ['recorded_date', 'hours', 'billable', 'description', 'crm_identifiers'] as const;

const stored = (time: NewActualTime, column: keyof NewActualTime): unknown =>
  column === 'crm_identifiers' ? storedCrmIdentifiers(time.crm_identifiers) : time[column];

const correctionOfMany = `
  UPDATE actual_time t SET ${corrected.map((column) => `${column} = sent.${column}`).join(', ')}
  FROM unnest($2::uuid[], ${corrected.map((column, index) => `$${index + 3}::${written[column]}[]`).join(', ')})
    AS sent (id, ${corrected.join(', ')})
  WHERE t.organization_id = $1 AND t.id = sent.id RETURNING ${timeColumns}`;

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

  async insert(organizationId: string, time: Identified): Promise<ActualTimeResponse> {
    const [inserted] = await this.database.rows<ActualTimeResponse>(insertion, [
      organizationId,
      time.id,
      ...writtenColumns.map((column) => stored(time, column)),
    ]);
    return inserted as ActualTimeResponse;
  }

  async lockAll(organizationId: string, ids: readonly string[]): Promise<Map<string, ActualTimeResponse>> {
    if (ids.length === 0) return new Map();
    const locked = await this.database.rows<ActualTimeResponse>(
      `SELECT ${timeColumns} FROM actual_time t WHERE t.organization_id = $1 AND t.id = ANY ($2)
       ORDER BY t.id FOR UPDATE`,
      [organizationId, ids],
    );
    return byId(locked);
  }

  /** However many, in one statement. */
  async insertAll(
    organizationId: string,
    times: readonly Identified[],
  ): Promise<Map<string, ActualTimeResponse>> {
    if (times.length === 0) return new Map();
    return byId(
      await this.database.rows<ActualTimeResponse>(insertionOfMany, [
        organizationId,
        ...columnsOf(times, writtenColumns),
      ]),
    );
  }

  /** @param times whole, as they are to be */
  async correctAll(
    organizationId: string,
    times: readonly ActualTimeResponse[],
  ): Promise<Map<string, ActualTimeResponse>> {
    if (times.length === 0) return new Map();
    return byId(
      await this.database.rows<ActualTimeResponse>(correctionOfMany, [
        organizationId,
        ...columnsOf(times, corrected),
      ]),
    );
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

  /** @returns the timesheet entry that became this time, if there is one: it stays without it */
  async remove(organizationId: string, id: string): Promise<AffectedEntry[]> {
    const entries = await this.database.rows<AffectedEntry>(
      `UPDATE timesheet_entries SET actual_time_id = NULL
       WHERE organization_id = $1 AND actual_time_id = $2
       RETURNING id, project_id, project_offering_id, person_id`,
      [organizationId, id],
    );
    await this.times.delete({ organizationId, id });
    return entries;
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

const byId = (times: readonly ActualTimeResponse[]): Map<string, ActualTimeResponse> =>
  new Map(times.map((time) => [time.id, time]));

const columnsOf = (
  times: readonly Identified[],
  columns: readonly (keyof NewActualTime)[],
): (readonly unknown[])[] => [
  times.map(({ id }) => id),
  ...columns.map((column) => times.map((time) => stored(time, column))),
];
