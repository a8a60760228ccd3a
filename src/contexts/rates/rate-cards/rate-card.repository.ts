import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import { crmIdentifiersOf } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import type {
  CreateRateCardRequest,
  ListRateCardsQuery,
  RateCardResponse,
  UpdateRateCardRequest,
} from './rate-card.dto.js';
import { RateCard } from './rate-card.entity.js';
import { rateCardNotFound } from './rate-card.rules.js';

const columns = `c.id, c.name, c.currency_code, c.is_default, ${crmIdentifiersOf('c')}, c.is_archived, c.created_at AS created_date,
  c.modified_at AS modified_date`;

export const rateCardRecords = recordForm({ table: 'rate_cards c', columns });

@Injectable()
export class RateCardRepository {
  constructor(
    @InjectRepository(RateCard) private readonly rateCards: Repository<RateCard>,
    private readonly database: Database,
  ) {}

  list(
    organizationId: string,
    query: ListRateCardsQuery,
    page: PageRequest,
  ): Promise<Page<RateCardResponse>> {
    const conditions = new Conditions()
      .and('c.organization_id = ?', organizationId)
      .and('c.is_archived = ?', query.is_archived)
      .andWords('c.name_key LIKE ?', query.terms);
    return this.database.page({ table: 'rate_cards c', columns, conditions, page });
  }

  async get(organizationId: string, id: string): Promise<RateCardResponse> {
    const statement = `SELECT ${columns} FROM rate_cards c WHERE c.organization_id = $1 AND c.id = $2`;
    const found = await this.database.first<RateCardResponse>(statement, [organizationId, id]);
    if (!found) throw rateCardNotFound();
    return found;
  }

  async lock(organizationId: string, id: string): Promise<RateCardResponse> {
    await this.rateCards.findOne({ where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
    return this.get(organizationId, id);
  }

  /** One at a time may name the default card of an organization. Comes before any lock of a card. */
  async lockDefault(organizationId: string): Promise<void> {
    await this.database.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `rate_cards.default ${organizationId}`,
    ]);
  }

  /** Call it with the lock of the default. @returns the card that was it */
  async clearDefault(organizationId: string): Promise<string | null> {
    const present = await this.rateCards.findOne({
      select: { id: true },
      where: { organizationId, isDefault: true },
      lock: { mode: 'pessimistic_write' },
    });
    if (!present) return null;
    await this.rateCards.update({ organizationId, id: present.id }, { isDefault: false });
    return present.id;
  }

  async insert(
    organizationId: string,
    { name, crm_identifiers: crmIdentifiers = [] }: CreateRateCardRequest,
    currencyCode: string,
    isDefault: boolean,
  ): Promise<string> {
    const id = newId();
    await this.rateCards.insert({
      organizationId,
      id,
      name,
      nameKey: nameKey(name),
      currencyCode,
      isDefault,
      crmIdentifiers,
    });
    return id;
  }

  async update(organizationId: string, id: string, changes: UpdateRateCardRequest): Promise<void> {
    const { name, is_default, crm_identifiers, is_archived } = changes;
    await this.rateCards.update(
      { organizationId, id },
      {
        ...(name !== undefined && { name, nameKey: nameKey(name) }),
        ...(is_default !== undefined && { isDefault: is_default }),
        ...(crm_identifiers !== undefined && { crmIdentifiers: crm_identifiers }),
        ...(is_archived !== undefined && { isArchived: is_archived }),
      },
    );
  }
}
