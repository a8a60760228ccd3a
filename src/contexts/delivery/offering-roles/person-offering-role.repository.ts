import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import { newId } from '../../../platform/values/index.js';

/** The one role that a person has on an offering. */
@Injectable()
export class PersonOfferingRoleRepository {
  constructor(private readonly database: Database) {}

  /** The id of the person's role on the offering, which they keep until the transaction ends. */
  async hold(organizationId: string, projectOfferingId: string, personId: string): Promise<string | null> {
    const found = await this.database.first<{ id: string }>(
      `SELECT id FROM project_offering_roles
       WHERE organization_id = $1 AND project_offering_id = $2 AND person_id = $3 FOR KEY SHARE`,
      [organizationId, projectOfferingId, personId],
    );
    return found?.id ?? null;
  }

  /** @returns the id of the new role; null where the person has one on the offering by now */
  async insert(
    organizationId: string,
    projectOfferingId: string,
    personId: string,
    roleId: string,
  ): Promise<string | null> {
    const inserted = await this.database.first<{ id: string }>(
      `INSERT INTO project_offering_roles (organization_id, id, project_offering_id, role_id, person_id)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT ON CONSTRAINT project_offering_roles_person_key DO NOTHING RETURNING id`,
      [organizationId, newId(), projectOfferingId, roleId, personId],
    );
    return inserted?.id ?? null;
  }
}
