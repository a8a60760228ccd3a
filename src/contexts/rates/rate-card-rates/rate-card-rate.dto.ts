import { IntersectionType, PartialType } from '@nestjs/swagger';
import {
  IdMember,
  IdQuery,
  MoneyMember,
  MoneyValue,
  pageOf,
  PagingQuery,
  resourceOf,
  TextQuery,
  CrmIdentifiersMember,
  CrmIdentifiersResponse,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../../platform/http/index.js';

class RateCardRateMembers {
  @IdMember({ of: 'role', description: 'Role; each has at most one rate on a card.' })
  role_id!: string;

  @MoneyMember({
    description: 'Price of an hour, in the currency of the card.',
    example: { currency_code: 'USD', amount: 180 },
  })
  bill_rate!: MoneyValue;
}

export class CreateRateCardRateRequest extends RateCardRateMembers {
  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
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

  @IdQuery({ of: 'role', description: 'Only the rate of this role.' })
  role_id?: string;
}

export class ListAllRateCardRatesQuery extends ListRateCardRatesQuery {
  @IdQuery({ of: 'rate card', description: 'Only rates on this rate card.' })
  rate_card_id?: string;
}

export class RateCardRateResponse extends IntersectionType(
  resourceOf('rate card rate'),
  RateCardRateMembers,
) {
  @IdMember({ of: 'rate card', description: 'Rate card that the rate is on.' })
  rate_card_id!: string;

  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];
}

export class RateCardRatePage extends pageOf(RateCardRateResponse) {}
