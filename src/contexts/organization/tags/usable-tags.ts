import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { notArchived, UsableRecords } from '../../../platform/references/index.js';
import { nameKey } from '../../../platform/values/index.js';
import { Tag } from './tag.entity.js';
import { tagNotUsable, tagsMustBeUsable } from './tag.rules.js';

/** Tags are referred to by their names. */
@Injectable()
export class UsableTags extends UsableRecords<Tag> {
  constructor(@InjectRepository(Tag) tags: Repository<Tag>) {
    super(tags, notArchived, (member) => tagNotUsable(member, []));
  }

  /**
   * Locks the named tags FOR SHARE, so that they are neither removed nor renamed until the transaction ends.
   * @param present names that the record carries already: they may stay, though archived
   * @returns the ids of the tags, each once
   * @throws 422 `tag.not_usable` for a name that no usable tag has
   */
  async lockNamedForShare(
    organizationId: string,
    names: readonly string[],
    present: readonly string[] = [],
  ): Promise<string[]> {
    if (names.length === 0) return [];
    const found = await this.findForShare(organizationId, { nameKey: In(names.map(nameKey)) });
    const usable = found.filter((tag) => this.isUsable(tag));
    const carried = new Set(present.map(nameKey));
    const mayStay = found.filter(({ nameKey: key }) => carried.has(key));
    tagsMustBeUsable(
      'tags',
      names,
      [...usable, ...mayStay].map(({ name }) => name),
    );
    // An archived namesake is taken only where there is no other.
    const byName = new Map([...found, ...usable].map((tag) => [tag.nameKey, tag.id]));
    return [...byName.values()];
  }
}
