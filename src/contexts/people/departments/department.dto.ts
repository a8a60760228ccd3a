import { PartialType } from '@nestjs/swagger';
import {
  archivableOf,
  FlagMember,
  NamedListQuery,
  pageOf,
  TextMember,
  CrmIdentifiersMember,
  CrmIdentifiersResponse,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../../platform/http/index.js';

export class CreateDepartmentRequest {
  @TextMember({
    description: 'Name, unique among the departments that are not archived, whatever its case.',
    example: 'Engineering',
  })
  name!: string;

  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
}

export class UpdateDepartmentRequest extends PartialType(CreateDepartmentRequest, {
  skipNullProperties: false,
}) {
  @FlagMember({
    description: 'Archived departments keep their roles but take no others.',
    example: false,
    optional: true,
  })
  is_archived?: boolean;
}

export class ListDepartmentsQuery extends NamedListQuery {}

export class DepartmentResponse extends archivableOf('department') {
  @TextMember({ description: 'Name.', example: 'Engineering' })
  name!: string;

  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];
}

export class DepartmentPage extends pageOf(DepartmentResponse) {}
