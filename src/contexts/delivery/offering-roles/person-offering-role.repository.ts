import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Database, prepared } from '../../../platform/database/index.js';
import { newId, type CalendarDate } from '../../../platform/values/index.js';
import type { LockedOffering } from '../offerings/locked-offering.repository.js';
import { ProjectOfferingRole } from './project-offering-role.entity.js';

interface AssignmentRow extends LockedOffering {
  readonly offering_role_id: string;
  readonly person_role_id: string;
  readonly start_date: CalendarDate | null;
  readonly termination_date: CalendarDate | null;
  readonly archived_on: CalendarDate | null;
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

/** The one role that a person has on an offering. */
@Injectable()
export class PersonOfferingRoleRepository {
  constructor(
    @InjectRepository(ProjectOfferingRole) private readonly roles: Repository<ProjectOfferingRole>,
    private readonly database: Database,
  ) {}

  /** Locks project, offering, person and role at once. @returns null where one of them is missing */
  lockAssignment(
    organizationId: string,
    projectOfferingId: string,
    personId: string,
  ): Promise<AssignmentRow | null> {
    return this.database.first<AssignmentRow>(assignment, [organizationId, projectOfferingId, personId]);
  }

  /** The id of the person's role on the offering, which they keep until the transaction ends. */
  async lockForKeyShare(
    organizationId: string,
    projectOfferingId: string,
    personId: string,
  ): Promise<string | null> {
    const found = await this.roles.findOne({
      where: { organizationId, projectOfferingId, personId },
      lock: { mode: 'for_key_share' },
    });
    return found?.id ?? null;
  }

  /** @returns the id of the new role; null where the person has one on the offering by now */
  async insert(
    organizationId: string,
    projectOfferingId: string,
    personId: string,
    roleId: string,
  ): Promise<string | null> {
    const inserted = await this.roles
      .createQueryBuilder()
      .insert()
      .values({ organizationId, id: newId(), projectOfferingId, roleId, personId })
      .orIgnore()
      .returning('id')
      .updateEntity(false)
      .execute();
    return (inserted.raw as { id: string }[])[0]?.id ?? null;
  }
}
