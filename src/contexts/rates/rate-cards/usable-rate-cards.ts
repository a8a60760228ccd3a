import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { notArchived, UsableRecords } from '../../../platform/references/index.js';
import { RateCard } from './rate-card.entity.js';
import { rateCardNotUsable } from './rate-card.rules.js';

@Injectable()
export class UsableRateCards extends UsableRecords<RateCard> {
  constructor(@InjectRepository(RateCard) rateCards: Repository<RateCard>) {
    super(rateCards, notArchived, rateCardNotUsable);
  }
}
