import { ApiSchema } from '@nestjs/swagger';
import {
  CrmIdentifiersResponse,
  IdMember,
  NameListMember,
  ResponseListMember,
  ResponseNumberMember,
  TextMember,
  type CrmIdentifierResponse,
} from '../../../platform/http/index.js';
import { MAX_TAGS } from '../../organization/index.js';

const countOf = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, decimals: 0 };

@ApiSchema({ description: 'One offering that a merge moves.' })
export class MovedOfferingResponse {
  @IdMember({ of: 'project offering', description: 'Id of the project offering.' })
  id!: string;

  @TextMember({ description: 'Its name in the target.', example: 'Design (Website relaunch)' })
  name!: string;

  @TextMember({ description: 'Its name in the source.', example: 'Design' })
  previous_name!: string;
}

@ApiSchema({ description: 'What a merge would move from the source to the target.' })
export class ProjectMergePreviewResponse {
  @ResponseListMember(() => MovedOfferingResponse, {
    description: 'The offerings, in the order of their creation.',
    example: [],
  })
  project_offerings!: MovedOfferingResponse[];

  @ResponseNumberMember({ description: 'Roles of these offerings.', example: 4, ...countOf })
  project_offering_roles!: number;

  @ResponseNumberMember({
    description: 'Hours planned for these roles.',
    example: 320.5,
    minimum: 0,
    maximum: 1_000_000_000,
    decimals: 2,
  })
  planned_hours!: number;

  @ResponseNumberMember({
    description: 'Timesheet entries on these offerings, in whatever state.',
    example: 12,
    ...countOf,
  })
  timesheet_entries!: number;

  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];

  @NameListMember({
    description: 'Names of the tags that the target lacks.',
    example: ['Key account'],
    maxItems: MAX_TAGS,
  })
  tags!: string[];
}

export function offeringsMoved(
  moved: readonly { readonly id: string; readonly name: string }[],
  renamed: readonly { readonly id: string; readonly name: string }[],
): MovedOfferingResponse[] {
  const names = new Map(renamed.map(({ id, name }) => [id, name]));
  return moved.map(({ id, name }) => ({ id, name: names.get(id) ?? name, previous_name: name }));
}
