import { ApiSchema } from '@nestjs/swagger';
import { MAX_CRM_IDENTIFIERS, MAX_SYSTEM_LENGTH, type CrmIdentifier } from '../../crm-identifiers/index.js';
import { isTextOf, textFault } from '../../values/index.js';
import { ObjectListMember, ResponseListMember } from './list.member.js';
import { check, member } from './member.js';
import { TextMember, trimmed, WebAddressMember } from './text.member.js';

const system = { description: 'The CRM system, as the integration names it.', example: 'hubspot' };

/** Without a colon, which ends it in a reference. */
const SystemMember = (): PropertyDecorator =>
  member(
    { ...system, description: `${system.description} It has no colon.` },
    { type: 'string', minLength: 1, maxLength: MAX_SYSTEM_LENGTH, pattern: '^[^:]*[^:\\s][^:]*$' },
    check(
      (value) => isTextOf(value, 1, MAX_SYSTEM_LENGTH) && !value.includes(':'),
      (value) =>
        isTextOf(value, 1, MAX_SYSTEM_LENGTH)
          ? 'must not contain a colon'
          : textFault(value, 1, MAX_SYSTEM_LENGTH),
    ),
    trimmed,
  );

@ApiSchema({ description: 'The id that a record has in a CRM system, as it is sent.' })
export class CrmIdentifierValue implements CrmIdentifier {
  // All are set, so that they stay in this order whatever is sent.
  @SystemMember()
  system: string = undefined!;

  @TextMember({ description: 'Id of the record in that system, compared exactly.', example: '901-22517' })
  identifier: string = undefined!;

  @WebAddressMember({
    description: 'Where a person sees the record in that system, http or https.',
    example: 'https://crm.example.com/records/901-22517',
    optional: true,
    nullable: true,
  })
  url: string | null = null;
}

export class CrmIdentifierResponse implements CrmIdentifier {
  @TextMember({ ...system, maxLength: MAX_SYSTEM_LENGTH })
  system!: string;

  @TextMember({ description: 'Id of the record in that system.', example: '901-22517' })
  identifier!: string;

  @WebAddressMember({
    description: 'Where a person sees the record in that system.',
    example: 'https://crm.example.com/records/901-22517',
    nullable: true,
  })
  url!: string | null;
}

const example = [
  { system: 'hubspot', identifier: '901-22517', url: 'https://crm.example.com/records/901-22517' },
];

/** The ids of a record in CRM systems as they are sent in: the whole list. */
export const CrmIdentifiersMember = (): PropertyDecorator =>
  ObjectListMember(() => CrmIdentifierValue, {
    description: `Ids of the record in CRM systems, at most ${MAX_CRM_IDENTIFIERS}. A system and identifier can belong to one record of a kind (409). An update replaces the whole list.`,
    example,
    optional: true,
    maxItems: MAX_CRM_IDENTIFIERS,
    distinctBy: ['system', 'identifier'],
  });

/** The same in a response. */
export const CrmIdentifiersResponse = (): PropertyDecorator =>
  ResponseListMember(() => CrmIdentifierResponse, {
    description: 'Ids of the record in CRM systems, in the order in which they were sent.',
    example,
  });
