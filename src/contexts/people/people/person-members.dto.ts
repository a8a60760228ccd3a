import {
  ChoiceMember,
  DateMember,
  EmailMember,
  IdListMember,
  MoneyMember,
  MoneyValue,
  NameListMember,
  NumberMember,
  TextMember,
  WebAddressMember,
  choices,
} from '../../../platform/http/index.js';
import { MAX_TAGS } from '../../organization/index.js';
import type { PersonState } from './person-state.js';
import { billingTypes, workerTypes } from './person.entity.js';

export const billingTypeChoices = choices(
  'BillingType',
  'Whether a person does billable work.',
  billingTypes,
);

export const workerTypeChoices = choices('WorkerType', 'Kind of employment of a person.', workerTypes);

export class PersonMembers implements Omit<
  PersonState,
  'role_id' | 'crm_identifiers' | 'is_archived' | 'archived_on'
> {
  @TextMember({ description: 'Given name.', example: 'Ada', nullable: true })
  given_name!: string | null;

  @TextMember({ description: 'Family name.', example: 'Lovelace', nullable: true })
  family_name!: string | null;

  @EmailMember({
    description: 'E-mail address, unique among the people that are not archived, whatever its case.',
    example: 'ada@example.com',
  })
  email_address!: string;

  @IdListMember({
    of: 'role',
    description: 'Roles that the person can have beside `role_id`, in the order of their creation.',
  })
  additional_role_ids!: string[];

  @NumberMember({
    description: 'Capacity; 1.0 is a full week. Null: that of the role.',
    example: 0.8,
    minimum: 0,
    maximum: 2,
    decimals: 4,
    nullable: true,
  })
  capacity!: number | null;

  @NumberMember({
    description: 'Part of the capacity that should go into billable work. Null: that of the role.',
    example: 0.75,
    minimum: 0,
    maximum: 1,
    decimals: 4,
    nullable: true,
  })
  billable_utilization_target!: number | null;

  @ChoiceMember(billingTypeChoices, {
    description: 'Whether the person does billable work.',
    byDefault: 'billable',
    example: 'billable',
  })
  billing_type!: (typeof billingTypes)[number];

  @ChoiceMember(workerTypeChoices, {
    description: 'Kind of employment.',
    byDefault: 'full_time',
    example: 'full_time',
  })
  worker_type!: (typeof workerTypes)[number];

  @DateMember({ description: 'First day available.', example: '2026-01-15', nullable: true })
  start_date!: string | null;

  @DateMember({
    description: 'Last day available, not before start_date. The person is archived once it has passed.',
    example: '2027-06-30',
    nullable: true,
  })
  termination_date!: string | null;

  @NameListMember({
    description: 'Names of tags, returned in alphabetical order; the list as a whole is replaced.',
    example: ['Key account'],
    maxItems: MAX_TAGS,
    derived: true,
  })
  tags!: string[];

  @WebAddressMember({
    description: 'Address of a picture, http or https.',
    example: 'https://example.com/people/ada.png',
    nullable: true,
  })
  image_url!: string | null;
}

export class PersonCostRate {
  @MoneyMember({
    description:
      'What an hour costs; responses show the rate in force today, `GET /v1/people/{id}/cost-rates` all of them. Written and read with the scopes `rates:write` and `rates:read` only.',
    example: { currency_code: 'USD', amount: 95.5 },
    optional: true,
    nullable: true,
    derived: true,
  })
  cost_rate?: MoneyValue | null;
}
