import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { UsableRoles } from '../../people/index.js';
import { RateCardRepository } from '../rate-cards/rate-card.repository.js';
import { rateCardRateCreated, rateCardRateDeleted, rateCardRateModified } from '../rates.events.js';
import { UsableRateCards } from '../rate-cards/usable-rate-cards.js';
import type {
  CreateRateCardRateRequest,
  ListRateCardRatesQuery,
  RateCardRateResponse,
  UpdateRateCardRateRequest,
} from './rate-card-rate.dto.js';
import { RateCardRateRepository } from './rate-card-rate.repository.js';
import { billRateMustBeInCurrency } from './rate-card-rate.rules.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class RateCardRateService {
  constructor(
    private readonly rates: RateCardRateRepository,
    private readonly rateCards: RateCardRepository,
    private readonly usableRateCards: UsableRateCards,
    private readonly roles: UsableRoles,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  async list(
    organizationId: string,
    rateCardId: string,
    query: ListRateCardRatesQuery,
    page: PageRequest,
  ): Promise<Page<RateCardRateResponse>> {
    await this.rateCards.get(organizationId, rateCardId);
    return this.rates.list(organizationId, { ...query, rate_card_id: rateCardId }, page);
  }

  get(organizationId: string, rateCardId: string, id: string): Promise<RateCardRateResponse> {
    return this.rates.get(organizationId, rateCardId, id);
  }

  create(
    organizationId: string,
    rateCardId: string,
    rate: CreateRateCardRateRequest,
  ): Promise<RateCardRateResponse> {
    return this.unitOfWork.run(async () => {
      await this.rateCards.get(organizationId, rateCardId);
      const card = await this.usableRateCards.lockForShare(organizationId, rateCardId, 'rate_card_id');
      billRateMustBeInCurrency(rate.bill_rate, card.currencyCode);
      await this.roles.lockForShare(organizationId, rate.role_id, 'role_id');
      const id = await this.rates.insert(organizationId, rateCardId, rate);
      await this.events.publish(rateCardRateCreated, { organizationId, id, payload: { rateCardId } });
      return this.rates.get(organizationId, rateCardId, id);
    });
  }

  update(
    organizationId: string,
    rateCardId: string,
    id: string,
    patch: UpdateRateCardRateRequest,
  ): Promise<RateCardRateResponse> {
    return this.unitOfWork.run(async () => {
      const rate = await this.rates.lock(organizationId, rateCardId, id);
      versionMustMatch(rate);
      const changes = changesIn(rate, patch);
      if (!hasChanges(changes)) return rate;
      billRateMustBeInCurrency(changes.bill_rate, rate.bill_rate.currency_code);
      if (changes.role_id !== undefined) {
        await this.roles.lockForShare(organizationId, changes.role_id, 'role_id');
      }
      await this.rates.update(organizationId, id, changes);
      const after = await this.rates.get(organizationId, rateCardId, id);
      const change = changeOf(organizationId, [rate, after], changes, { rateCardId });
      await this.events.publish(rateCardRateModified, change);
      return after;
    });
  }

  async remove(organizationId: string, rateCardId: string, id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      versionMustMatch(await this.rates.lock(organizationId, rateCardId, id));
      await this.rates.remove(organizationId, id);
      await this.events.publish(rateCardRateDeleted, { organizationId, id, payload: { rateCardId } });
    });
  }
}
