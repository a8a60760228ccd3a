import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Database, prepared } from '../../../platform/database/index.js';
import type { RecordForm } from '../../../platform/resources/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import type { OrganizationResponse, UpdateOrganizationRequest } from './organization.dto.js';
import { Organization } from './organization.entity.js';

const wireForm = `
  SELECT id, name, currency_code, time_zone, hours_per_week::float8, target_margin::float8, calculation_threshold,
    created_at AS created_date, modified_at AS modified_date
  FROM organizations`;

export const organizationRecords: RecordForm = {
  text: `${wireForm} WHERE id = $1 AND id = ANY ($2::uuid[])`,
};

const byId = prepared(`${wireForm} WHERE id = $1`);

@Injectable()
export class OrganizationRepository {
  constructor(
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    private readonly database: Database,
  ) {}

  async get(id: string): Promise<OrganizationResponse> {
    const found = await this.database.first<OrganizationResponse>(byId, [id]);
    // The caller's token belongs to it, and organizations are never removed.
    if (!found) throw new Error(`Organization ${id} is missing.`);
    return found;
  }

  async lock(id: string): Promise<OrganizationResponse> {
    await this.organizations.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    return this.get(id);
  }

  async findIdByName(name: string): Promise<string | null> {
    return (await this.organizations.findOneBy({ nameKey: nameKey(name) }))?.id ?? null;
  }

  existsAny(): Promise<boolean> {
    return this.organizations.exists();
  }

  ids(): Promise<string[]> {
    return this.someIds();
  }

  /** The first ones. @param most default all */
  async someIds(most?: number): Promise<string[]> {
    const found = await this.organizations.find({
      select: { id: true },
      order: { id: 'ASC' },
      ...(most !== undefined && { take: most }),
    });
    return found.map(({ id }) => id);
  }

  /** One process at a time makes an organization, so that two first starts make one. */
  async lockProvisioning(): Promise<void> {
    await this.database.rows(`SELECT pg_advisory_xact_lock(hashtext('organizations.provision'))`);
  }

  async insert(name: string): Promise<string> {
    const id = newId();
    await this.organizations.insert({ id, name, nameKey: nameKey(name) });
    return id;
  }

  async update(id: string, changes: UpdateOrganizationRequest): Promise<void> {
    const { name, currency_code, time_zone, hours_per_week, target_margin, calculation_threshold } = changes;
    await this.organizations.update(
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
