import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrganizationModule } from '../organization/index.js';
import { PeopleModule } from '../people/index.js';
import { AllRateCardRatesController } from './rate-card-rates/all-rate-card-rates.controller.js';
import { RateCardRateController } from './rate-card-rates/rate-card-rate.controller.js';
import { RateCardRate } from './rate-card-rates/rate-card-rate.entity.js';
import { RateCardRateRepository } from './rate-card-rates/rate-card-rate.repository.js';
import { RateCardRateService } from './rate-card-rates/rate-card-rate.service.js';
import { UsableRateCards } from './rate-cards/usable-rate-cards.js';
import { RateCardController } from './rate-cards/rate-card.controller.js';
import { RateCard } from './rate-cards/rate-card.entity.js';
import { RateCardRepository } from './rate-cards/rate-card.repository.js';
import { RateCardService } from './rate-cards/rate-card.service.js';

@Module({
  imports: [OrganizationModule, PeopleModule, TypeOrmModule.forFeature([RateCard, RateCardRate])],
  controllers: [RateCardController, RateCardRateController, AllRateCardRatesController],
  providers: [
    RateCardRepository,
    RateCardService,
    UsableRateCards,
    RateCardRateRepository,
    RateCardRateService,
  ],
  exports: [UsableRateCards],
})
export class RatesModule {}
