import { IntersectionType, PartialType } from '@nestjs/swagger';
import {
  IdMember,
  IdQuery,
  MoneyMember,
  MoneyValue,
  pageOf,
  PagingQuery,
  ResourceResponse,
  TextQuery,
} from '../../../platform/http/index.js';

export class CreateRateCardRateRequest {
  @IdMember({
    description: 'Role; each has at most one rate on a card.',
    example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b30',
  })
  role_id!: string;

  @MoneyMember({
    description: 'Price of an hour, in the currency of the card.',
    example: { currency_code: 'USD', amount: 180 },
  })
  bill_rate!: MoneyValue;
}

export class UpdateRateCardRateRequest extends PartialType(CreateRateCardRateRequest, {
  skipNullProperties: false,
}) {}

export class ListRateCardRatesQuery extends PagingQuery {
  @TextQuery({
    description: 'Words that must all occur in the name of the role, whatever their case.',
    example: 'consultant',
  })
  terms?: string;

  @IdQuery({ description: 'Only the rate of this role.', example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b30' })
  role_id?: string;
}

export class RateCardRateResponse extends IntersectionType(ResourceResponse, CreateRateCardRateRequest) {
  @IdMember({
    description: 'Rate card that the rate is on.',
    example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b40',
  })
  rate_card_id!: string;
}

export class RateCardRatePage extends pageOf(RateCardRateResponse) {}
