import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import type { CreateTagRequest, ListTagsQuery, TagResponse, UpdateTagRequest } from './tag.dto.js';
import { TagRepository } from './tag.repository.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class TagService {
  constructor(
    private readonly tags: TagRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  list(organizationId: string, query: ListTagsQuery, page: PageRequest): Promise<Page<TagResponse>> {
    return this.tags.list(organizationId, query, page);
  }

  get(organizationId: string, id: string): Promise<TagResponse> {
    return this.tags.get(organizationId, id);
  }

  create(organizationId: string, { name }: CreateTagRequest): Promise<TagResponse> {
    return this.unitOfWork.run(async () =>
      this.tags.get(organizationId, await this.tags.insert(organizationId, name)),
    );
  }

  update(organizationId: string, id: string, patch: UpdateTagRequest): Promise<TagResponse> {
    return this.unitOfWork.run(async () => {
      const tag = await this.tags.lock(organizationId, id);
      versionMustMatch(tag);
      const changes = changesIn(tag, patch);
      if (!hasChanges(changes)) return tag;
      await this.tags.update(organizationId, id, changes);
      return this.tags.get(organizationId, id);
    });
  }

  /** Refused with 409 while any record carries the tag: the foreign keys of the carriers say so. */
  async remove(organizationId: string, id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      versionMustMatch(await this.tags.lock(organizationId, id));
      await this.tags.remove(organizationId, id);
    });
  }
}
