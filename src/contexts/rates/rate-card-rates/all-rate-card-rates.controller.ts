import { Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CurrentCaller,
  ListRoute,
  RequestedList,
  type Caller,
  type ListAnswer,
  type ListRequest,
} from '../../../platform/http/index.js';
import { ListAllRateCardRatesQuery, RateCardRatePage } from './rate-card-rate.dto.js';
import { RateCardRateRepository } from './rate-card-rate.repository.js';

@Controller({ path: 'rate-card-rates', version: '1' })
@ApiResource('Rate cards', 'rates')
export class AllRateCardRatesController {
  constructor(private readonly rates: RateCardRateRepository) {}

  @ListRoute({
    response: RateCardRatePage,
    summary: 'List the rates of all rate cards',
    description: 'Lists the rates on all rate cards, in the order of their creation.',
  })
  listAllRateCardRates(
    @RequestedList() list: ListRequest,
    @CurrentCaller() { organizationId }: Caller,
    @Query() query: ListAllRateCardRatesQuery,
  ): Promise<ListAnswer<RateCardRatePage>> {
    return list.answer(query, (page) => this.rates.list(organizationId, query, page));
  }
}
