import { ApiProperty, ApiSchema, PartialType } from '@nestjs/swagger';
import { Length } from 'class-validator';
import {
  CrmIdentifiersMember,
  CrmIdentifiersResponse,
  pageOf,
  PagingQuery,
  resourceOf,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from 'planning-delivery-api/platform';

export class CreateSkillRequest {
  @ApiProperty({ description: 'Name, unique in the organization.', example: 'TypeScript' })
  @Length(1, 100)
  name!: string;

  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
}

export class UpdateSkillRequest extends PartialType(CreateSkillRequest, { skipNullProperties: false }) {}

@ApiSchema({ description: 'Something that people can do.' })
export class SkillResponse extends resourceOf('skill') {
  @ApiProperty({ description: 'Name.', example: 'TypeScript' })
  name!: string;

  @CrmIdentifiersResponse()
  crm_identifiers!: readonly CrmIdentifierResponse[];
}

export class ListSkillsQuery extends PagingQuery {}

export class SkillPage extends pageOf(SkillResponse) {}
