import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  GetRoute,
  IdParam,
  ListRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  UpdateRoute,
  type Caller,
} from '../../../platform/http/index.js';
import {
  CreateRateCardRequest,
  ListRateCardsQuery,
  RateCardPage,
  RateCardResponse,
  UpdateRateCardRequest,
} from './rate-card.dto.js';
import { RateCardService } from './rate-card.service.js';
import {
  rateCardCurrencyIsFixed,
  rateCardDefaultIsArchived,
  rateCardNameInUse,
  rateCardCrmIdentifierInUse,
} from './rate-card.rules.js';
import { rateCardResource } from '../rates.resources.js';

@Controller({ path: 'rate-cards', version: '1' })
@ApiResource('Rate cards', 'rates', { id: rateCardResource })
export class RateCardController {
  constructor(private readonly rateCards: RateCardService) {}

  @ListRoute({
    response: RateCardPage,
    summary: 'List rate cards',
    description: 'Lists all rate cards, also archived ones, in the order of their creation.',
  })
  listRateCards(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListRateCardsQuery,
  ): Promise<ListAnswer<RateCardPage>> {
    return list.answer(query, (page) => this.rateCards.list(caller.organizationId, query, page));
  }

  @CreateRoute({
    refuses: [rateCardCrmIdentifierInUse, rateCardNameInUse],
    response: RateCardResponse,
    summary: 'Create a rate card',
    description:
      'Creates a rate card without rates. A name is unique among the rate cards that are not archived (409). A card made as the default takes that from the one that has been it.',
  })
  createRateCard(
    @CurrentCaller() caller: Caller,
    @Body() rateCard: CreateRateCardRequest,
  ): Promise<RateCardResponse> {
    return this.rateCards.create(caller.organizationId, rateCard);
  }

  @GetRoute({
    path: ':id',
    response: RateCardResponse,
    summary: 'Get a rate card',
    description: 'Returns one rate card.',
  })
  getRateCard(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<RateCardResponse> {
    return this.rateCards.get(caller.organizationId, id);
  }

  @UpdateRoute({
    examples: { name: { summary: 'Another name', value: { name: 'Standard 2028' } } },
    refuses: [
      rateCardCrmIdentifierInUse,
      rateCardNameInUse,
      rateCardDefaultIsArchived,
      rateCardCurrencyIsFixed,
    ],
    path: ':id',
    response: RateCardResponse,
    summary: 'Update a rate card',
    description:
      'Changes a rate card. Setting `is_default` takes it from the card that has been the default. An archived card cannot be the default (409), and another `currency_code` is refused (409).',
  })
  updateRateCard(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() patch: UpdateRateCardRequest,
  ): Promise<RateCardResponse> {
    return this.rateCards.update(caller.organizationId, id, patch);
  }
}
