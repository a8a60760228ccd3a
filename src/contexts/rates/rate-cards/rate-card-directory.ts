import { Injectable } from '@nestjs/common';
import { RateCardRepository } from './rate-card.repository.js';
import { rateCardMustBeUsable } from './rate-card.rules.js';

/** Answers other contexts whether a rate card can be referred to. */
@Injectable()
export class RateCardDirectory {
  constructor(private readonly rateCards: RateCardRepository) {}

  /**
   * Call it in a unit of work: the card cannot be archived until that ends.
   * @param member where the body names the card, such as `billing_model_options.rate_card_id`
   * @throws 422 `rate_card.not_usable` when the organization has no such card or it is archived
   */
  async requireUsable(organizationId: string, id: string, member: string): Promise<void> {
    rateCardMustBeUsable(await this.rateCards.holdUsable(organizationId, id), member);
  }
}
