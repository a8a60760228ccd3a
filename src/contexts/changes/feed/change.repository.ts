import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import type { ChangedValues } from '../../../platform/events/index.js';
import type { ChangeDirection } from './change.rules.js';

/** Rows that one statement looks through at most where it may find none. */
const LOOKED_AT = 5000;

export interface ChangeFilter {
  readonly topics: readonly string[];
  readonly resourceId?: string | undefined;
  readonly actorId?: string | undefined;
}

export interface ChangeQuery extends ChangeFilter {
  readonly direction: ChangeDirection;
  readonly from: bigint;
  readonly limit: number;
  /** Whether much of what is looked through may not match. */
  readonly isNarrow: boolean;
  readonly withValues: boolean;
}

export interface ChangeRow {
  readonly id: string;
  readonly position: string;
  readonly topic: string;
  readonly occurred_on: string;
  readonly resource_id: string | null;
  readonly parents: Readonly<Record<string, string>> | null;
  readonly modified_properties: readonly string[] | null;
  readonly actor_user_id: string | null;
  readonly actor_access_token_id: string | null;
  readonly actor_session_id: string | null;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly values?: ChangedValues | null;
}

export interface OrganizationChange extends ChangeRow {
  readonly organization_id: string;
}

export interface FeedRange {
  readonly end: bigint;
  readonly expiredTo: bigint;
}

export interface FoundChanges extends FeedRange {
  readonly rows: readonly ChangeRow[];
  readonly hasMore: boolean;
  /** Where to go on. */
  readonly next: bigint;
}

const columns = `c.id, c.position, c.topic, c.occurred_at AS occurred_on, c.resource_id, c.parents, c.modified_properties,
  c.actor_user_id, c.actor_access_token_id, c.actor_session_id, c.start_date, c.end_date`;

const actors = ['actor_user_id', 'actor_access_token_id', 'actor_session_id'];

const isOf = `($4::uuid IS NULL OR c.resource_id = $4) AND c.topic = ANY ($3::text[])`;

const sqlOf: Readonly<Record<ChangeDirection, { within: string; order: string; farthest: string }>> = {
  forward: { within: 'c.position > $2', order: 'c.position', farthest: 'max' },
  // What has expired may still be there.
  backward: {
    within: 'c.position <= $2 AND c.position > (SELECT expired_to FROM change_feed)',
    order: 'c.position DESC',
    farthest: 'min',
  },
};

interface Read {
  readonly end: string;
  readonly expired_to: string;
  readonly looked_to: string | null;
  readonly rows: number;
}

@Injectable()
export class ChangeRepository {
  constructor(private readonly database: Database) {}

  async range(): Promise<FeedRange> {
    const feed = await this.database.first<Pick<Read, 'end' | 'expired_to'>>(
      `SELECT position::text AS "end", expired_to::text FROM change_feed`,
    );
    return { end: BigInt(feed?.end ?? 0), expiredTo: BigInt(feed?.expired_to ?? 0) };
  }

  /** The page and the end of the feed are of one snapshot. */
  async find(organizationId: string, query: ChangeQuery): Promise<FoundChanges> {
    const { direction, from, limit, topics, resourceId = null, actorId, withValues, isNarrow } = query;
    const most = isNarrow ? LOOKED_AT : limit + 1;
    const parameters = [organizationId, String(from), topics, resourceId, limit + 1];
    const shown = withValues ? `${columns}, c."values"` : columns;
    const { within, order, farthest } = sqlOf[direction];
    const place = `c.organization_id = $1 AND ${within}`;
    const which = resourceId === null ? place : `${place} AND c.resource_id = $4`;
    const byActor = (member: string): string =>
      `(SELECT c.* FROM changes c WHERE ${which} AND c.${member} = $6 ORDER BY ${order} LIMIT ${most})`;
    const source =
      actorId === undefined
        ? `SELECT c.* FROM changes c WHERE ${which} ORDER BY ${order} LIMIT ${most}`
        : `SELECT c.* FROM (${actors.map(byActor).join(' UNION ALL ')}) c
           ORDER BY ${order} LIMIT ${most}`;
    const rows = await this.database.rows<Partial<ChangeRow> & Read>(
      `WITH looked AS MATERIALIZED (SELECT ${shown} FROM (${source}) c),
       found AS (SELECT c.* FROM looked c WHERE ${isOf} ORDER BY ${order} LIMIT $5)
       SELECT f.position::text AS "end", f.expired_to::text, c.*,
         (SELECT ${farthest}(position)::text FROM looked HAVING count(*) = ${most}) AS looked_to
       FROM change_feed f LEFT JOIN found c ON true ORDER BY ${order}`,
      actorId === undefined ? parameters : [...parameters, actorId],
    );
    return pageOf(rows, limit, direction);
  }

  /** Of these organizations, in the order of positions. */
  async following(
    after: bigint,
    organizationIds: readonly string[],
    limit: number,
  ): Promise<{
    readonly rows: readonly OrganizationChange[];
    readonly end: bigint;
  }> {
    const rows = await this.database.rows<Partial<OrganizationChange> & Read>(
      `WITH found AS (SELECT c.organization_id, ${columns}, c."values" FROM changes c
         WHERE c.organization_id = ANY ($1) AND c.position > $2 ORDER BY c.position LIMIT $3)
       SELECT f.position::text AS "end", found.* FROM change_feed f LEFT JOIN found ON true ORDER BY found.position`,
      [organizationIds, String(after), limit],
    );
    const found = rows.filter(({ id }) => id !== null) as unknown as OrganizationChange[];
    const last = found.at(-1);
    const isWhole = found.length < limit || last === undefined;
    return { rows: found, end: BigInt(isWhole ? (rows[0]?.end ?? after) : last.position) };
  }
}

function pageOf(
  rows: readonly (Partial<ChangeRow> & Read)[],
  limit: number,
  direction: ChangeDirection,
): FoundChanges {
  const [first] = rows;
  const [end, expiredTo] = [BigInt(first?.end ?? 0), BigInt(first?.expired_to ?? 0)];
  const found = rows.filter(({ id }) => id !== null) as unknown as ChangeRow[];
  const shown = found.slice(0, limit);
  const isCut = found.length > limit;
  const last = shown.at(-1);
  const lookedTo = isCut ? last?.position : first?.looked_to;
  const isForward = direction === 'forward';
  const rest = isForward ? end : expiredTo;
  return {
    rows: shown,
    end,
    expiredTo,
    hasMore: typeof lookedTo === 'string',
    next: typeof lookedTo === 'string' ? BigInt(lookedTo) - (isForward ? 0n : 1n) : rest,
  };
}
