import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { OrganizationService } from '../../organization/index.js';
import type {
  CreateRateCardRequest,
  ListRateCardsQuery,
  RateCardResponse,
  UpdateRateCardRequest,
} from './rate-card.dto.js';
import { RateCardRepository } from './rate-card.repository.js';
import { currencyMustStay, defaultCardMustNotBeArchived } from './rate-card.rules.js';

@Injectable()
export class RateCardService {
  constructor(
    private readonly rateCards: RateCardRepository,
    private readonly organizations: OrganizationService,
    private readonly unitOfWork: UnitOfWork,
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
        await this.rateCards.clearDefault(organizationId);
      }
      const id = await this.rateCards.insert(organizationId, rateCard, currencyCode, isDefault);
      return this.rateCards.get(organizationId, id);
    });
  }

  update(organizationId: string, id: string, patch: UpdateRateCardRequest): Promise<RateCardResponse> {
    return this.unitOfWork.run(async () => {
      if (patch.is_default) await this.rateCards.lockDefault(organizationId);
      const rateCard = await this.rateCards.lock(organizationId, id);
      const changes = changesIn(rateCard, patch);
      if (!hasChanges(changes)) return rateCard;
      currencyMustStay(changes.currency_code);
      defaultCardMustNotBeArchived({ ...rateCard, ...changes });
      if (changes.is_default) await this.rateCards.clearDefault(organizationId);
      await this.rateCards.update(organizationId, id, changes);
      return this.rateCards.get(organizationId, id);
    });
  }
}
