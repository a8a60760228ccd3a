import { Injectable } from '@nestjs/common';
import { Database, prepared } from '../../../platform/database/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import type { OrganizationResponse, UpdateOrganizationRequest } from './organization.dto.js';
import { Organization } from './organization.entity.js';

const wireForm = `
  SELECT id, name, currency_code, time_zone, hours_per_week::float8, target_margin::float8, calculation_threshold,
    created_at AS created_date, modified_at AS modified_date
  FROM organizations`;

const byId = prepared(`${wireForm} WHERE id = $1`);

@Injectable()
export class OrganizationRepository {
  constructor(private readonly database: Database) {}

  async get(id: string): Promise<OrganizationResponse> {
    const found = await this.database.first<OrganizationResponse>(byId, [id]);
    // The caller's token belongs to it, and organizations are never removed.
    if (!found) throw new Error(`Organization ${id} is missing.`);
    return found;
  }

  async lock(id: string): Promise<OrganizationResponse> {
    await this.database.rows('SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE', [id]);
    return this.get(id);
  }

  async findIdByName(name: string): Promise<string | null> {
    const statement = 'SELECT id FROM organizations WHERE name_key = $1';
    return (await this.database.first<{ id: string }>(statement, [nameKey(name)]))?.id ?? null;
  }

  async existsAny(): Promise<boolean> {
    return (await this.database.first('SELECT 1 FROM organizations LIMIT 1')) !== null;
  }

  async ids(): Promise<string[]> {
    return (await this.database.rows<{ id: string }>('SELECT id FROM organizations ORDER BY id')).map(
      ({ id }) => id,
    );
  }

  /** One program at a time may make an organization, so that two first starts make one. */
  async lockFounding(): Promise<void> {
    await this.database.rows(`SELECT pg_advisory_xact_lock(hashtext('organizations.found'))`);
  }

  async insert(name: string): Promise<string> {
    const id = newId();
    await this.database.manager.insert(Organization, { id, name, nameKey: nameKey(name) });
    return id;
  }

  async update(id: string, changes: UpdateOrganizationRequest): Promise<void> {
    const { name, currency_code, time_zone, hours_per_week, target_margin, calculation_threshold } = changes;
    await this.database.manager.update(
      Organization,
      { id },
      {
        ...(name !== undefined && { name, nameKey: nameKey(name) }),
        ...(currency_code !== undefined && { currencyCode: currency_code }),
        ...(time_zone !== undefined && { timeZone: time_zone }),
        ...(hours_per_week !== undefined && { hoursPerWeek: String(hours_per_week) }),
        ...(target_margin !== undefined && { targetMargin: String(target_margin) }),
        ...(calculation_threshold !== undefined && { calculationThreshold: calculation_threshold }),
      },
    );
  }
}
