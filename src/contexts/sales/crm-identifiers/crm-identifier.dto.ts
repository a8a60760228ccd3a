import { ApiSchema } from '@nestjs/swagger';
import {
  ResponseListMember,
  ObjectListMember,
  TextMember,
  WebAddressMember,
} from '../../../platform/http/index.js';
import { MAX_CRM_IDENTIFIERS, type CrmIdentifier } from './crm-identifier.js';

@ApiSchema({ description: 'The id that a record has in a CRM system, as it is sent.' })
export class CrmIdentifierValue implements CrmIdentifier {
  @TextMember({
    description: 'The CRM system, as the integration names it.',
    example: 'hubspot',
    maxLength: 100,
  })
  system!: string;

  @TextMember({ description: 'Id of the record in that system, compared exactly.', example: '901-22517' })
  identifier!: string;

  @WebAddressMember({
    description: 'Where a person sees the record in that system, http or https.',
    example: 'https://crm.example.com/records/901-22517',
    optional: true,
    nullable: true,
  })
  url: string | null = null;
}

export class CrmIdentifierResponse implements CrmIdentifier {
  @TextMember({ description: 'The CRM system.', example: 'hubspot', maxLength: 100 })
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
