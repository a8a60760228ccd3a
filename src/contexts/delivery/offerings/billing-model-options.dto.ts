import { PartialType } from '@nestjs/swagger';
import { ChoiceMember, IdMember, MoneyMember, type MoneyValue } from '../../../platform/http/index.js';
import { retainerPeriods, type RetainerPeriod } from './billing-model.js';

class AllBillingModelOptions {
  @IdMember({
    description:
      'Of time_and_materials: the rate card that hours are billed by, in the currency of the project.',
    example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b16',
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

  @ChoiceMember(retainerPeriods, {
    description:
      'Of fixed_retainer: what the amount is paid for, a calendar week (from Monday) or a calendar month. Default: month, where there is an amount.',
    example: 'month',
    nullable: true,
  })
  retainer_period!: RetainerPeriod | null;
}

/** What can be set for a billing model. Each option belongs to one model; an answer has exactly those of its model. */
export class BillingModelOptions extends PartialType(AllBillingModelOptions, { skipNullProperties: false }) {}
