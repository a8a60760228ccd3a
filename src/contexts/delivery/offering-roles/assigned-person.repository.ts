import { Injectable } from '@nestjs/common';
import { Database, prepared } from '../../../platform/database/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import type { HeldOffering } from '../offerings/held-offering.repository.js';

/** An offering, and what a person who has a role on it is there. */
export interface AssignedPerson extends HeldOffering {
  readonly project_offering_role_id: string;
  /** The person's own role, and the days between which they are available. */
  readonly role_id: string;
  readonly start_date: CalendarDate | null;
  readonly termination_date: CalendarDate | null;
}

// Rows are locked in the order of the locking clauses and their lists, so it is the order of all locks here.
const statement = prepared(
  `SELECT o.id, o.project_id, o.billing_model, p.is_archived, r.id AS project_offering_role_id,
     w.role_id, w.start_date, w.termination_date
   FROM projects p
   JOIN project_offerings o ON o.organization_id = p.organization_id AND o.project_id = p.id
   JOIN people w ON w.organization_id = o.organization_id
   JOIN project_offering_roles r ON r.organization_id = o.organization_id AND r.project_offering_id = o.id
     AND r.person_id = w.id
   WHERE o.organization_id = $1 AND o.id = $2 AND w.id = $3 AND NOT w.is_archived
   FOR KEY SHARE OF p, o FOR SHARE OF w FOR KEY SHARE OF r`,
);

@Injectable()
export class AssignedPersonRepository {
  constructor(private readonly database: Database) {}

  /** All of it as it stays until the transaction ends; null where there is no such role or the person is archived. */
  hold(organizationId: string, projectOfferingId: string, personId: string): Promise<AssignedPerson | null> {
    return this.database.first<AssignedPerson>(statement, [organizationId, projectOfferingId, personId]);
  }
}
