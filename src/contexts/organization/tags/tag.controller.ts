import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  DeleteRoute,
  GetRoute,
  IdParam,
  ListRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  UpdateRoute,
  type Caller,
} from '../../../platform/http/index.js';
import { CreateTagRequest, ListTagsQuery, TagPage, TagResponse, UpdateTagRequest } from './tag.dto.js';
import { TagService } from './tag.service.js';
import { tagInUse, tagNameInUse } from './tag.rules.js';
import { tagResource } from '../organization.resources.js';

@Controller({ path: 'tags', version: '1' })
@ApiResource('Tags', 'organization', { id: tagResource })
export class TagController {
  constructor(private readonly tags: TagService) {}

  @ListRoute({
    response: TagPage,
    summary: 'List tags',
    description: 'Lists all custom tags, in the order of their creation.',
  })
  listTags(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListTagsQuery,
  ): Promise<ListAnswer<TagPage>> {
    return list.answer(query, (page) => this.tags.list(caller.organizationId, query, page));
  }

  @CreateRoute({
    refuses: [tagNameInUse],
    response: TagResponse,
    summary: 'Create a tag',
    description:
      'Creates a tag. Records refer to tags by name, so a name is unique among the tags that are not archived (409).',
  })
  createTag(@CurrentCaller() caller: Caller, @Body() tag: CreateTagRequest): Promise<TagResponse> {
    return this.tags.create(caller.organizationId, tag);
  }

  @GetRoute({ path: ':id', response: TagResponse, summary: 'Get a tag', description: 'Returns one tag.' })
  getTag(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<TagResponse> {
    return this.tags.get(caller.organizationId, id);
  }

  @UpdateRoute({
    refuses: [tagNameInUse],
    path: ':id',
    response: TagResponse,
    summary: 'Update a tag',
    description:
      'Renames, archives or un-archives a tag. A new name shows on every record that carries the tag.',
  })
  updateTag(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() patch: UpdateTagRequest,
  ): Promise<TagResponse> {
    return this.tags.update(caller.organizationId, id, patch);
  }

  @DeleteRoute({
    refuses: [tagInUse],
    path: ':id',
    summary: 'Delete a tag',
    description:
      'Deletes a tag that no record carries. Refused with 409 while a record carries it: archive it instead.',
  })
  deleteTag(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<void> {
    return this.tags.remove(caller.organizationId, id);
  }
}
