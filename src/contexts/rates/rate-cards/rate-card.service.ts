import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, changeWith, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { OrganizationService } from '../../organization/index.js';
import { rateCardCreated, rateCardModified } from '../rates.events.js';
import type {
  CreateRateCardRequest,
  ListRateCardsQuery,
  RateCardResponse,
  UpdateRateCardRequest,
} from './rate-card.dto.js';
import { RateCardRepository } from './rate-card.repository.js';
import { currencyMustStay, defaultCardMustNotBeArchived } from './rate-card.rules.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class RateCardService {
  constructor(
    private readonly rateCards: RateCardRepository,
    private readonly organizations: OrganizationService,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  list(
    organizationId: string,
    query: ListRateCardsQuery,
    page: PageRequest,
  ): Promise<Page<RateCardResponse>> {
    return this.rateCards.list(organizationId, query, page);
  }

  get(organizationId: string, id: string): Promise<RateCardResponse> {
    return this.rateCards.get(organizationId, id);
  }

  create(organizationId: string, rateCard: CreateRateCardRequest): Promise<RateCardResponse> {
    return this.unitOfWork.run(async () => {
      const { is_default: isDefault = false } = rateCard;
      const currencyCode =
        rateCard.currency_code ?? (await this.organizations.get(organizationId)).currency_code;
      if (isDefault) {
        await this.rateCards.lockDefault(organizationId);
        await this.endDefault(organizationId);
      }
      const id = await this.rateCards.insert(organizationId, rateCard, currencyCode, isDefault);
      await this.events.publish(rateCardCreated, { organizationId, id });
      return this.rateCards.get(organizationId, id);
    });
  }

  update(organizationId: string, id: string, patch: UpdateRateCardRequest): Promise<RateCardResponse> {
    return this.unitOfWork.run(async () => {
      if (patch.is_default) await this.rateCards.lockDefault(organizationId);
      const rateCard = await this.rateCards.lock(organizationId, id);
      versionMustMatch(rateCard);
      const changes = changesIn(rateCard, patch);
      if (!hasChanges(changes)) return rateCard;
      currencyMustStay(changes.currency_code);
      defaultCardMustNotBeArchived({ ...rateCard, ...changes });
      if (changes.is_default) await this.endDefault(organizationId);
      await this.rateCards.update(organizationId, id, changes);
      const after = await this.rateCards.get(organizationId, id);
      await this.events.publish(rateCardModified, changeOf(organizationId, [rateCard, after], changes));
      return after;
    });
  }

  private async endDefault(organizationId: string): Promise<void> {
    const id = await this.rateCards.clearDefault(organizationId);
    if (id === null) return;
    const values = { is_default: { from: true, to: false } };
    await this.events.publish(rateCardModified, changeWith(organizationId, id, values));
  }
}
