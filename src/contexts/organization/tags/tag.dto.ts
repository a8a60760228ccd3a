import { PartialType } from '@nestjs/swagger';
import {
  archivableOf,
  FlagMember,
  NamedListQuery,
  pageOf,
  TextMember,
} from '../../../platform/http/index.js';

export class CreateTagRequest {
  @TextMember({
    description: 'Name, unique among the tags that are not archived, whatever its case.',
    example: 'Key account',
  })
  name!: string;
}

export class UpdateTagRequest extends PartialType(CreateTagRequest, { skipNullProperties: false }) {
  @FlagMember({
    description: 'Archived tags stay where they are but cannot be added.',
    example: false,
    optional: true,
  })
  is_archived?: boolean;
}

export class ListTagsQuery extends NamedListQuery {}

export class TagResponse extends archivableOf('tag') {
  @TextMember({ description: 'Name.', example: 'Key account' })
  name!: string;
}

export class TagPage extends pageOf(TagResponse) {}
