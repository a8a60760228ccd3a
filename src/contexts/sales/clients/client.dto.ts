import { PartialType } from '@nestjs/swagger';
import {
  archivableOf,
  FlagMember,
  IdMember,
  IdQuery,
  NamedListQuery,
  pageOf,
  TextMember,
  CrmIdentifiersResponse,
  CrmIdentifiersMember,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../../platform/http/index.js';

const accountManager = {
  of: 'person',
  description: 'The person who looks after the client.',
  nullable: true,
};

export class CreateClientRequest {
  @TextMember({
    description: 'Name, unique among the clients that are not archived, whatever its case.',
    example: 'Acme Corporation',
  })
  name!: string;

  @IdMember({ ...accountManager, optional: true })
  account_manager_id?: string | null;

  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
}

export class UpdateClientRequest extends PartialType(CreateClientRequest, { skipNullProperties: false }) {
  @FlagMember({
    description: 'Archived clients keep their projects but take no others.',
    example: false,
    optional: true,
  })
  is_archived?: boolean;
}

export class ListClientsQuery extends NamedListQuery {
  @IdQuery({ of: 'person', description: 'Only clients that this person looks after.' })
  account_manager_id?: string;
}

export class ClientResponse extends archivableOf('client') {
  @TextMember({ description: 'Name.', example: 'Acme Corporation' })
  name!: string;

  @IdMember(accountManager)
  account_manager_id!: string | null;

  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];
}

export class ClientPage extends pageOf(ClientResponse) {}
