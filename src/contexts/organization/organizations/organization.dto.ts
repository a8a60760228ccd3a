import { IntersectionType, PartialType } from '@nestjs/swagger';
import {
  ChoiceMember,
  CurrencyMember,
  NumberMember,
  resourceOf,
  TextMember,
  TimeZoneMember,
  choices,
} from '../../../platform/http/index.js';
import { calculationThresholds, type CalculationThreshold } from './organization.entity.js';

export const calculationThresholdChoices = choices(
  'CalculationThreshold',
  'Up to when actual time counts in metrics: today, or the Sunday that ended last week.',
  calculationThresholds,
);

class OrganizationMembers {
  @TextMember({ description: 'Name of the organization.', example: 'Northwind Consulting' })
  name!: string;

  @CurrencyMember({ description: 'Currency that new projects and rate cards get, ISO 4217.', example: 'USD' })
  currency_code!: string;

  @TimeZoneMember({ description: 'IANA time zone that decides what "today" is.', example: 'Europe/Vienna' })
  time_zone!: string;

  @NumberMember({
    description: 'Hours of a full week: what a capacity of 1.0 stands for.',
    example: 40,
    minimum: 1,
    maximum: 168,
    decimals: 2,
  })
  hours_per_week!: number;

  @NumberMember({
    description: 'Margin that new projects aim for, as a ratio of their revenue.',
    example: 0.35,
    minimum: 0,
    maximum: 1,
    decimals: 4,
  })
  target_margin!: number;

  @ChoiceMember(calculationThresholdChoices, {
    description: 'Up to when actual time counts in metrics: today, or the Sunday that ended last week.',
    example: 'current_day',
  })
  calculation_threshold!: CalculationThreshold;
}

export class UpdateOrganizationRequest extends PartialType(OrganizationMembers, {
  skipNullProperties: false,
}) {}

export class OrganizationResponse extends IntersectionType(resourceOf('organization'), OrganizationMembers) {}
