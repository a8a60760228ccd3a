import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { newId } from '../../../platform/values/index.js';
import { crmIdentifiersOf } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import type {
  CreateRateCardRateRequest,
  ListAllRateCardRatesQuery,
  RateCardRateResponse,
  UpdateRateCardRateRequest,
} from './rate-card-rate.dto.js';
import { RateCardRate } from './rate-card-rate.entity.js';
import { rateCardRateNotFound } from './rate-card-rate.rules.js';

const columns = `t.id, t.rate_card_id, t.role_id,
  json_build_object('currency_code', c.currency_code, 'amount', t.bill_rate_amount) AS bill_rate,
  ${crmIdentifiersOf('t')}, t.created_at AS created_date, t.modified_at AS modified_date`;
const joins = 'JOIN rate_cards c ON c.organization_id = t.organization_id AND c.id = t.rate_card_id';
const isOfNamedRole = `
  t.role_id = ANY (ARRAY(SELECT r.id FROM roles r WHERE r.organization_id = $1 AND r.name_key LIKE ?))`;

export const rateCardRateRecords = recordForm({ table: 'rate_card_rates t', joins, columns });

@Injectable()
export class RateCardRateRepository {
  constructor(
    @InjectRepository(RateCardRate) private readonly rates: Repository<RateCardRate>,
    private readonly database: Database,
  ) {}

  list(
    organizationId: string,
    query: ListAllRateCardRatesQuery,
    page: PageRequest,
  ): Promise<Page<RateCardRateResponse>> {
    const conditions = new Conditions()
      .and('t.organization_id = ?', organizationId)
      .and('t.rate_card_id = ?', query.rate_card_id)
      .and('t.role_id = ?', query.role_id)
      .andWords(isOfNamedRole, query.terms);
    return this.database.page({ table: 'rate_card_rates t', joins, columns, conditions, page });
  }

  /** Also refuses a rate that is on another card. */
  async get(organizationId: string, rateCardId: string, id: string): Promise<RateCardRateResponse> {
    const found = await this.database.first<RateCardRateResponse>(
      `SELECT ${columns} FROM rate_card_rates t ${joins}
       WHERE t.organization_id = $1 AND t.rate_card_id = $2 AND t.id = $3`,
      [organizationId, rateCardId, id],
    );
    if (!found) throw rateCardRateNotFound();
    return found;
  }

  async lock(organizationId: string, rateCardId: string, id: string): Promise<RateCardRateResponse> {
    await this.rates.findOne({ where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
    return this.get(organizationId, rateCardId, id);
  }

  async insert(
    organizationId: string,
    rateCardId: string,
    { role_id: roleId, bill_rate, crm_identifiers: crmIdentifiers = [] }: CreateRateCardRateRequest,
  ): Promise<string> {
    const id = newId();
    const billRateAmount = String(bill_rate.amount);
    await this.rates.insert({
      organizationId,
      id,
      rateCardId,
      roleId,
      billRateAmount,
      crmIdentifiers,
    });
    return id;
  }

  async update(
    organizationId: string,
    id: string,
    { role_id, bill_rate, crm_identifiers }: UpdateRateCardRateRequest,
  ): Promise<void> {
    await this.rates.update(
      { organizationId, id },
      {
        ...(role_id !== undefined && { roleId: role_id }),
        ...(bill_rate !== undefined && { billRateAmount: String(bill_rate.amount) }),
        ...(crm_identifiers !== undefined && { crmIdentifiers: crm_identifiers }),
      },
    );
  }

  async remove(organizationId: string, id: string): Promise<void> {
    await this.rates.delete({ organizationId, id });
  }
}
