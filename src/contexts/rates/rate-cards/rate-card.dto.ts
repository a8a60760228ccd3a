import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import {
  archivableOf,
  CurrencyMember,
  FlagMember,
  NamedListQuery,
  pageOf,
  TextMember,
  CrmIdentifiersMember,
  CrmIdentifiersResponse,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../../platform/http/index.js';

class RateCardMembers {
  @TextMember({
    description: 'Name, unique among the rate cards that are not archived, whatever its case.',
    example: 'Standard 2027',
  })
  name!: string;

  @CurrencyMember({
    description: 'Currency of all rates on the card, ISO 4217; fixed once it is made.',
    byDefault: "the organization's",
    example: 'USD',
  })
  currency_code!: string;

  @FlagMember({
    description:
      'Whether it is the card that the organization proposes; at most one is. Offerings without a card have no rates, whatever this says.',
    byDefault: 'false',
    example: false,
  })
  is_default!: boolean;
}

const required = ['name'] as const;

export class CreateRateCardRequest extends IntersectionType(
  PickType(RateCardMembers, required),
  PartialType(OmitType(RateCardMembers, required), { skipNullProperties: false }),
) {
  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
}

export class UpdateRateCardRequest extends PartialType(CreateRateCardRequest, { skipNullProperties: false }) {
  @FlagMember({
    description: 'Archived cards stay where they are used but take no new rates and no new uses.',
    example: false,
    optional: true,
  })
  is_archived?: boolean;
}

export class ListRateCardsQuery extends NamedListQuery {}

export class RateCardResponse extends IntersectionType(archivableOf('rate card'), RateCardMembers) {
  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];
}

export class RateCardPage extends pageOf(RateCardResponse) {}
