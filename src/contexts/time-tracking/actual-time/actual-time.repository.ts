import { Injectable } from '@nestjs/common';
import { Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { withEvent } from '../../../platform/events/index.js';
import { heldAssignment } from '../../delivery/index.js';
import type {
  ActualTimeResponse,
  CreateActualTimeRequest,
  ListActualTimeQuery,
  UpdateActualTimeRequest,
} from './actual-time.dto.js';
import { ActualTime } from './actual-time.entity.js';
import { rulesAreKept } from './actual-time.rules.js';
import { countsOf, timeColumns, timeConditions, timeOrder } from './time-list.js';
import { actualTimeNotFound } from './actual-time.rules.js';

type NewActualTime = Omit<ActualTimeResponse, 'id' | 'created_date' | 'modified_date'>;

const into = `INSERT INTO actual_time AS t (organization_id, project_offering_id, person_id, id, project_id, recorded_date, hours,
  billable, description, project_offering_role_id)`;
const insertion = `${into} VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${timeColumns}`;
const assignedInsertion = withEvent(
  `assignment AS (${heldAssignment}),
  cause AS (
    ${into} SELECT $1, $2, $3, $4, project_id, $6, $7, coalesce($8, is_billable), $9, project_offering_role_id
    FROM assignment WHERE ${rulesAreKept('$5::uuid', '$6::date')} RETURNING ${timeColumns})`,
  9,
  ['project_id'],
);

const valuesOf = (organizationId: string, id: string, time: CreateActualTimeRequest): unknown[] => [
  organizationId,
  time.project_offering_id,
  time.person_id,
  id,
  time.project_id ?? null,
  time.recorded_date,
  time.hours,
  time.billable ?? null,
  time.description ?? null,
];

@Injectable()
export class ActualTimeRepository {
  constructor(private readonly database: Database) {}

  /** @param query with the days that are wanted */
  list(
    organizationId: string,
    query: ListActualTimeQuery,
    page: PageRequest,
  ): Promise<Page<ActualTimeResponse>> {
    const conditions = timeConditions(organizationId, query);
    const counts = countsOf('actual_time', query);
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

  /**
   * Inserts time on the role that the person has on the offering, with its event: one statement, for time arrives in masses.
   * @param event of which the project comes from the row
   * @returns null, and nothing is inserted, where the person has no role there or a rule is not kept
   */
  insertAssigned(
    organizationId: string,
    id: string,
    time: CreateActualTimeRequest,
    event: readonly string[],
  ): Promise<ActualTimeResponse | null> {
    return this.database.first<ActualTimeResponse>(assignedInsertion, [
      ...valuesOf(organizationId, id, time),
      ...event,
    ]);
  }

  async insert(organizationId: string, id: string, time: NewActualTime): Promise<ActualTimeResponse> {
    const values = [...valuesOf(organizationId, id, time), time.project_offering_role_id];
    const [inserted] = await this.database.rows<ActualTimeResponse>(insertion, values);
    return inserted as ActualTimeResponse;
  }

  async update(
    organizationId: string,
    id: string,
    { recorded_date, hours, billable, description }: UpdateActualTimeRequest,
  ): Promise<void> {
    await this.database.manager.update(
      ActualTime,
      { organizationId, id },
      {
        ...(recorded_date !== undefined && { recordedDate: recorded_date }),
        ...(hours !== undefined && { hours: String(hours) }),
        ...(billable !== undefined && { billable }),
        ...(description !== undefined && { description }),
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
    await this.database.manager.delete(ActualTime, { organizationId, id });
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
