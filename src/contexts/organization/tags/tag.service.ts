import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { tagCreated, tagDeleted, tagModified } from '../organization.events.js';
import type { CreateTagRequest, ListTagsQuery, TagResponse, UpdateTagRequest } from './tag.dto.js';
import { TagRepository } from './tag.repository.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class TagService {
  constructor(
    private readonly tags: TagRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  list(organizationId: string, query: ListTagsQuery, page: PageRequest): Promise<Page<TagResponse>> {
    return this.tags.list(organizationId, query, page);
  }

  get(organizationId: string, id: string): Promise<TagResponse> {
    return this.tags.get(organizationId, id);
  }

  create(organizationId: string, { name }: CreateTagRequest): Promise<TagResponse> {
    return this.unitOfWork.run(async () => {
      const id = await this.tags.insert(organizationId, name);
      await this.events.publish(tagCreated, { organizationId, id });
      return this.tags.get(organizationId, id);
    });
  }

  update(organizationId: string, id: string, patch: UpdateTagRequest): Promise<TagResponse> {
    return this.unitOfWork.run(async () => {
      const tag = await this.tags.lock(organizationId, id);
      versionMustMatch(tag);
      const changes = changesIn(tag, patch);
      if (!hasChanges(changes)) return tag;
      await this.tags.update(organizationId, id, changes);
      const after = await this.tags.get(organizationId, id);
      await this.events.publish(tagModified, changeOf(organizationId, [tag, after], changes));
      return after;
    });
  }

  /** Refused with 409 while any record carries the tag: the foreign keys of the carriers say so. */
  async remove(organizationId: string, id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      versionMustMatch(await this.tags.lock(organizationId, id));
      await this.tags.remove(organizationId, id);
      await this.events.publish(tagDeleted, { organizationId, id });
    });
  }
}
