import { Injectable } from '@nestjs/common';
import { RateCardRepository, type HeldRateCard } from './rate-card.repository.js';
import { rateCardMustBeUsable } from './rate-card.rules.js';

/** Answers other contexts what a rate card is, where it can be referred to. */
@Injectable()
export class RateCardDirectory {
  constructor(private readonly rateCards: RateCardRepository) {}

  /**
   * Call it in a unit of work: the card cannot be archived until that ends.
   * @param member where the body names the card, such as `billing_model_options.rate_card_id`
   * @throws 422 `rate_card.not_usable` when the organization has no such card or it is archived
   */
  async requireUsable(organizationId: string, id: string, member: string): Promise<HeldRateCard> {
    return rateCardMustBeUsable(await this.rateCards.findAndHold(organizationId, id), member);
  }
}
