import { Injectable } from '@nestjs/common';
import { nameKey } from '../../../platform/values/index.js';
import { TagRepository } from './tag.repository.js';
import { tagsMustBeUsable } from './tag.rules.js';

/** Answers other contexts which tags a list of names means. */
@Injectable()
export class TagDirectory {
  constructor(private readonly tags: TagRepository) {}

  /**
   * The ids of the named tags, each once. Call it in a unit of work: the tags are held until it ends.
   * @param present names that the record carries already
   * @throws 422 `tag.not_usable` for a name that no usable tag has
   */
  async idsOf(
    organizationId: string,
    names: readonly string[],
    present: readonly string[] = [],
  ): Promise<string[]> {
    if (names.length === 0) return [];
    const found = await this.tags.findUsed(organizationId, names);
    tagsMustBeUsable('tags', names, found, present);
    // Tags that are not archived come first, so an archived namesake is taken only where there is no other.
    const byName = new Map([...found].reverse().map((tag) => [nameKey(tag.name), tag.id]));
    return [...byName.values()];
  }
}
