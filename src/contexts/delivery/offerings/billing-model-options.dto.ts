import { ApiSchema, PartialType } from '@nestjs/swagger';
import {
  ChoiceMember,
  IdMember,
  MoneyMember,
  type MoneyValue,
  choices,
} from '../../../platform/http/index.js';
import { retainerPeriods, type BillingOptions, type RetainerPeriod } from '../billing/billing-model.js';

const retainerPeriodChoices = choices(
  'RetainerPeriod',
  'What a retainer is paid for: a calendar week (from Monday), or a calendar month.',
  retainerPeriods,
);

class AllBillingModelOptions {
  @IdMember({
    of: 'rate card',
    description:
      'Of time_and_materials: the rate card that hours are billed by, in the currency of the project.',
    nullable: true,
  })
  rate_card_id!: string | null;

  @MoneyMember({
    description: 'Of fixed_bid: what the client pays in all, in the currency of the project.',
    example: { currency_code: 'USD', amount: 60000 },
    nullable: true,
  })
  fixed_revenue!: MoneyValue | null;

  @MoneyMember({
    description: 'Of fixed_retainer: what the client pays for each period, in the currency of the project.',
    example: { currency_code: 'USD', amount: 8000 },
    nullable: true,
  })
  retainer_amount!: MoneyValue | null;

  @ChoiceMember(retainerPeriodChoices, {
    description:
      'Of fixed_retainer: what the amount is paid for, a calendar week (from Monday) or a calendar month.',
    byDefault: 'month, where there is an amount',
    example: 'month',
    nullable: true,
  })
  retainer_period!: RetainerPeriod | null;
}

/** What can be set for a billing model. Each option belongs to one model; a response has exactly those of its model. */
@ApiSchema({ description: 'What belongs to the billing model of an offering.' })
export class BillingModelOptions
  extends PartialType(AllBillingModelOptions, { skipNullProperties: false })
  implements BillingOptions {}
