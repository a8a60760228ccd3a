import { ApiSchema } from '@nestjs/swagger';
import {
  ResponseObjectMember,
  CurrencyMember,
  IdMember,
  MoneyMember,
  NumberMember,
  TextMember,
  type MoneyValue,
} from '../../../platform/http/index.js';
import { exampleId } from '../../../platform/values/index.js';

@ApiSchema({ description: 'The rate card that hours are billed by.' })
export class RateCardOfOffering {
  @IdMember({ of: 'rate card', description: 'The rate card.' })
  id!: string;

  @TextMember({ description: 'Its name.', example: 'Standard' })
  name!: string;
}

@ApiSchema({ description: 'What was sold: the plan as it was when the project left pre_sale.' })
export class SoldSnapshot {
  @NumberMember({
    description: 'Planned hours.',
    example: 320,
    minimum: 0,
    maximum: 1_000_000_000,
    decimals: 2,
  })
  hours!: number;

  @MoneyMember({
    description: 'Planned cost. Left out for tokens without `rates:read`.',
    example: { currency_code: 'USD', amount: 24000 },
    optional: true,
  })
  cost?: MoneyValue;

  @MoneyMember({ description: 'Planned revenue.', example: { currency_code: 'USD', amount: 48000 } })
  revenue!: MoneyValue;
}

@ApiSchema({ description: 'What the money of an offering is calculated with.' })
export class FinancialSettings {
  @CurrencyMember({ description: 'Currency of the project.', example: 'USD' })
  currency_code!: string;

  @ResponseObjectMember(() => RateCardOfOffering, {
    description: 'Rate card that hours are billed by; null where there is none.',
    example: { id: exampleId('rate card'), name: 'Standard' },
    nullable: true,
  })
  rate_card!: RateCardOfOffering | null;

  @NumberMember({
    description: 'Margin that the project aims for, as a ratio of its revenue.',
    example: 0.35,
    minimum: 0,
    maximum: 1,
    decimals: 4,
  })
  target_margin!: number;

  @ResponseObjectMember(() => SoldSnapshot, {
    description:
      'What was planned when the project left pre_sale; null where it has not, and for an offering that was added later.',
    example: null,
    nullable: true,
  })
  sold_snapshot!: SoldSnapshot | null;
}
