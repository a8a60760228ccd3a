import { Injectable } from '@nestjs/common';
import { Database, prepared } from '../../../platform/database/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import type { LockedOffering } from '../offerings/locked-offering.repository.js';

interface AssignmentRow extends LockedOffering {
  readonly offering_role_id: string;
  readonly person_role_id: string;
  readonly start_date: CalendarDate | null;
  readonly termination_date: CalendarDate | null;
  readonly archived_on: CalendarDate | null;
}

export interface AssignedPerson {
  readonly roleId: string;
  readonly startDate: CalendarDate | null;
  readonly terminationDate: CalendarDate | null;
  /** Null while not archived. */
  readonly archivedOn: CalendarDate | null;
}

export interface OfferingPerson {
  readonly projectOfferingId: string;
  readonly personId: string;
}

export interface PersonOfferingRole extends OfferingPerson {
  readonly id: string;
}

export interface NewPersonOfferingRole extends PersonOfferingRole {
  readonly roleId: string;
}

// Rows are locked in the order of the locking clauses and their lists, so it is the order of all locks here.
const assignment = prepared(`
  SELECT o.id, o.project_id, o.billing_model, p.is_archived, r.id AS offering_role_id,
    w.role_id AS person_role_id, w.start_date, w.termination_date, w.archived_on
  FROM projects p
  JOIN project_offerings o ON o.organization_id = p.organization_id AND o.project_id = p.id
  JOIN people w ON w.organization_id = o.organization_id
  JOIN project_offering_roles r ON r.organization_id = o.organization_id AND r.project_offering_id = o.id
    AND r.person_id = w.id
  WHERE o.organization_id = $1 AND o.id = $2 AND w.id = $3
  FOR KEY SHARE OF p, o FOR SHARE OF w FOR KEY SHARE OF r`);

const people = `
  SELECT w.id, w.role_id AS "roleId", w.start_date AS "startDate", w.termination_date AS "terminationDate",
    w.archived_on AS "archivedOn"
  FROM people w WHERE w.organization_id = $1 AND w.id = ANY ($2) ORDER BY w.id FOR SHARE`;

const ofPairs = `
  SELECT r.id, r.project_offering_id AS "projectOfferingId", r.person_id AS "personId"
  FROM project_offering_roles r
  JOIN unnest($2::uuid[], $3::uuid[]) AS pair (project_offering_id, person_id)
    USING (project_offering_id, person_id)
  WHERE r.organization_id = $1 ORDER BY r.id FOR KEY SHARE OF r`;

const insertion = `
  INSERT INTO project_offering_roles (organization_id, id, project_offering_id, person_id, role_id)
  SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[])
  ON CONFLICT DO NOTHING RETURNING id`;

/** The one role that a person has on an offering. */
@Injectable()
export class PersonOfferingRoleRepository {
  constructor(private readonly database: Database) {}

  /** Locks project, offering, person and role at once. @returns null where one of them is missing */
  lockAssignment(
    organizationId: string,
    projectOfferingId: string,
    personId: string,
  ): Promise<AssignmentRow | null> {
    return this.database.first<AssignmentRow>(assignment, [organizationId, projectOfferingId, personId]);
  }

  async lockPeople(organizationId: string, ids: readonly string[]): Promise<Map<string, AssignedPerson>> {
    if (ids.length === 0) return new Map();
    const found = await this.database.rows<AssignedPerson & { id: string }>(people, [organizationId, ids]);
    return new Map(found.map((person) => [person.id, person]));
  }

  async lockForKeyShare(
    organizationId: string,
    pairs: readonly OfferingPerson[],
  ): Promise<PersonOfferingRole[]> {
    if (pairs.length === 0) return [];
    return this.database.rows<PersonOfferingRole>(ofPairs, [
      organizationId,
      pairs.map(({ projectOfferingId }) => projectOfferingId),
      pairs.map(({ personId }) => personId),
    ]);
  }

  /** @returns the ids of those that were made; not of people who have a role on the offering by now */
  async insert(organizationId: string, roles: readonly NewPersonOfferingRole[]): Promise<Set<string>> {
    const ordered = [...roles].sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
    const made = await this.database.rows<{ id: string }>(insertion, [
      organizationId,
      ordered.map(({ id }) => id),
      ordered.map(({ projectOfferingId }) => projectOfferingId),
      ordered.map(({ personId }) => personId),
      ordered.map(({ roleId }) => roleId),
    ]);
    return new Set(made.map(({ id }) => id));
  }
}

export const placeOf = ({ projectOfferingId, personId }: OfferingPerson): string =>
  `${projectOfferingId} ${personId}`;
