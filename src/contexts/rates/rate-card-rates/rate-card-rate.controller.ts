import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  DeleteRoute,
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
  CreateRateCardRateRequest,
  ListRateCardRatesQuery,
  RateCardRatePage,
  RateCardRateResponse,
  UpdateRateCardRateRequest,
} from './rate-card-rate.dto.js';
import { RateCardRateService } from './rate-card-rate.service.js';
import {
  rateCardRateCurrencyDiffers,
  rateCardRateRoleHasRate,
  rateCardRateCrmIdentifierInUse,
} from './rate-card-rate.rules.js';
import { rateCardNotUsable } from '../rate-cards/rate-card.rules.js';
import { roleNotUsable } from '../../people/index.js';
import { rateCardRateResource, rateCardResource } from '../rates.resources.js';

@Controller({ path: 'rate-cards/:rate_card_id/rates', version: '1' })
@ApiResource('Rate cards', 'rates', {
  rate_card_id: rateCardResource,
  id: rateCardRateResource,
})
export class RateCardRateController {
  constructor(private readonly rates: RateCardRateService) {}

  @ListRoute({
    response: RateCardRatePage,
    summary: 'List the rates of a rate card',
    description: 'Lists the rates of all roles on the card, in the order of their creation.',
  })
  listRateCardRates(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @IdParam('rate_card_id') rateCardId: string,
    @Query() query: ListRateCardRatesQuery,
  ): Promise<ListAnswer<RateCardRatePage>> {
    return list.answer(query, (page) => this.rates.list(caller.organizationId, rateCardId, query, page));
  }

  @CreateRoute({
    refuses: [
      rateCardRateCrmIdentifierInUse,
      rateCardRateRoleHasRate,
      rateCardRateCurrencyDiffers,
      rateCardNotUsable,
      roleNotUsable,
    ],
    response: RateCardRateResponse,
    summary: 'Create a rate',
    description:
      'Adds the rate of a role to a rate card. A role has one rate on a card (409). The rate must be in the currency of the card (422), and neither the role nor the card may be archived (422).',
  })
  createRateCardRate(
    @CurrentCaller() caller: Caller,
    @IdParam('rate_card_id') rateCardId: string,
    @Body() rate: CreateRateCardRateRequest,
  ): Promise<RateCardRateResponse> {
    return this.rates.create(caller.organizationId, rateCardId, rate);
  }

  @GetRoute({
    path: ':id',
    response: RateCardRateResponse,
    summary: 'Get a rate',
    description: 'Returns one rate; 404 also when it is on another card.',
  })
  getRateCardRate(
    @CurrentCaller() caller: Caller,
    @IdParam('rate_card_id') rateCardId: string,
    @IdParam() id: string,
  ): Promise<RateCardRateResponse> {
    return this.rates.get(caller.organizationId, rateCardId, id);
  }

  @UpdateRoute({
    refuses: [
      rateCardRateCrmIdentifierInUse,
      rateCardRateRoleHasRate,
      rateCardRateCurrencyDiffers,
      roleNotUsable,
    ],
    path: ':id',
    response: RateCardRateResponse,
    summary: 'Update a rate',
    description:
      'Changes a rate. The same rules as for a new rate; a rate on an archived card can still be corrected.',
  })
  updateRateCardRate(
    @CurrentCaller() caller: Caller,
    @IdParam('rate_card_id') rateCardId: string,
    @IdParam() id: string,
    @Body() patch: UpdateRateCardRateRequest,
  ): Promise<RateCardRateResponse> {
    return this.rates.update(caller.organizationId, rateCardId, id, patch);
  }

  @DeleteRoute({
    path: ':id',
    summary: 'Delete a rate',
    description: 'Deletes a rate. From then on the card has no price for the role.',
  })
  deleteRateCardRate(
    @CurrentCaller() caller: Caller,
    @IdParam('rate_card_id') rateCardId: string,
    @IdParam() id: string,
  ): Promise<void> {
    return this.rates.remove(caller.organizationId, rateCardId, id);
  }
}
