import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import type { ListTagsQuery, TagResponse, UpdateTagRequest } from './tag.dto.js';
import { Tag } from './tag.entity.js';
import { tagNotFound } from './tag.rules.js';

const columns = 't.id, t.name, t.is_archived, t.created_at AS created_date, t.modified_at AS modified_date';

export const tagRecords = recordForm({ table: 'tags t', columns });

@Injectable()
export class TagRepository {
  constructor(
    @InjectRepository(Tag) private readonly tags: Repository<Tag>,
    private readonly database: Database,
  ) {}

  list(organizationId: string, query: ListTagsQuery, page: PageRequest): Promise<Page<TagResponse>> {
    const conditions = new Conditions()
      .and('t.organization_id = ?', organizationId)
      .and('t.is_archived = ?', query.is_archived)
      .andWords('t.name_key LIKE ?', query.terms);
    return this.database.page({ table: 'tags t', columns, conditions, page });
  }

  async get(organizationId: string, id: string): Promise<TagResponse> {
    const statement = `SELECT ${columns} FROM tags t WHERE t.organization_id = $1 AND t.id = $2`;
    const found = await this.database.first<TagResponse>(statement, [organizationId, id]);
    if (!found) throw tagNotFound();
    return found;
  }

  async lock(organizationId: string, id: string): Promise<TagResponse> {
    await this.tags.findOne({ where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
    return this.get(organizationId, id);
  }

  async insert(organizationId: string, name: string): Promise<string> {
    const id = newId();
    await this.tags.insert({ organizationId, id, name, nameKey: nameKey(name) });
    return id;
  }

  async update(organizationId: string, id: string, { name, is_archived }: UpdateTagRequest): Promise<void> {
    await this.tags.update(
      { organizationId, id },
      {
        ...(name !== undefined && { name, nameKey: nameKey(name) }),
        ...(is_archived !== undefined && { isArchived: is_archived }),
      },
    );
  }

  async remove(organizationId: string, id: string): Promise<void> {
    await this.tags.delete({ organizationId, id });
  }
}
