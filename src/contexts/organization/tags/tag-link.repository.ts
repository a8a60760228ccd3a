import { Injectable } from '@nestjs/common';
import { Database, type Conditions } from '../../../platform/database/index.js';
import { nameKey } from '../../../platform/values/index.js';

/** The table that says which tags the records of an aggregate carry, and its column for the record. */
export interface TagLinks {
  readonly table: string;
  readonly owner: string;
}

export const tagsOf = (alias: string, { table, owner }: TagLinks): string => `
  ARRAY(SELECT t.name FROM ${table} l JOIN tags t ON t.organization_id = l.organization_id AND t.id = l.tag_id
    WHERE l.organization_id = ${alias}.organization_id AND l.${owner} = ${alias}.id
    ORDER BY t.name_key, t.id) AS tags`;

/** SQL, since links of several tables are written as sets and have no entity. */
@Injectable()
export class TagLinkRepository {
  constructor(private readonly database: Database) {}

  async replace(
    { table, owner }: TagLinks,
    organizationId: string,
    ownerId: string,
    tagIds: readonly string[],
  ): Promise<void> {
    await this.database.rows(
      `DELETE FROM ${table} WHERE organization_id = $1 AND ${owner} = $2 AND tag_id <> ALL ($3)`,
      [organizationId, ownerId, tagIds],
    );
    await this.database.rows(
      `INSERT INTO ${table} (organization_id, ${owner}, tag_id)
       SELECT $1, $2, unnest($3::uuid[]) ON CONFLICT DO NOTHING`,
      [organizationId, ownerId, tagIds],
    );
  }

  /** Takes the tags from one record and gives those to another that it lacks. The caller has locked both. */
  async move(
    { table, owner }: TagLinks,
    organizationId: string,
    fromId: string,
    toId: string,
  ): Promise<void> {
    const tags = `${table} l JOIN tags t ON t.organization_id = l.organization_id AND t.id = l.tag_id
       WHERE l.organization_id = $1 AND l.${owner}`;
    // Compared by name, because an archived tag may have the name of another one.
    await this.database.rows(
      `INSERT INTO ${table} (organization_id, ${owner}, tag_id)
       SELECT $1, $3, l.tag_id FROM ${tags} = $2
         AND t.name_key NOT IN (SELECT t.name_key FROM ${tags} = $3)`,
      [organizationId, fromId, toId],
    );
    await this.database.rows(`DELETE FROM ${table} WHERE organization_id = $1 AND ${owner} = $2`, [
      organizationId,
      fromId,
    ]);
  }

  /**
   * Keeps the records that carry all the named tags. The ids are looked up beforehand, because PostgreSQL picks the
   * right index only when it knows them. The organization has to be the first of the conditions.
   */
  async andCarrying(
    conditions: Conditions,
    alias: string,
    { table, owner }: TagLinks,
    organizationId: string,
    names: readonly string[] = [],
  ): Promise<void> {
    if (names.length === 0) return;
    const keys = names.map(nameKey);
    const named = await this.database.rows<{ id: string; name_key: string }>(
      'SELECT id, name_key FROM tags WHERE organization_id = $1 AND name_key = ANY ($2)',
      [organizationId, keys],
    );
    for (const key of keys) {
      const ids = named.filter((tag) => tag.name_key === key).map(({ id }) => id);
      const carrying = `SELECT l.${owner} FROM ${table} l WHERE l.organization_id = $1 AND l.tag_id = ANY (?)`;
      conditions.and(`${alias}.id IN (${carrying})`, ids);
    }
  }
}
