import { sequencedSql } from '../../../platform/events/index.js';

const isId = (value: string): string => `${value} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

const isDate = (value: string): string =>
  `jsonb_path_query_first(to_jsonb(${value}), '$.datetime("YYYY-MM-DD")', '{}', true) #>> '{}' = ${value}`;

/** What is no such value, as an extension may name it, must not keep back the others. */
const named = (member: string, type: string, is: (value: string) => string): string => {
  const value = `(p.body::json #>> '{Payload,${member}}')`;
  return `CASE WHEN ${is(value)} THEN ${value}::${type} END`;
};

/**
 * Parts of the statement of a relay: events of the outbox get their position and go to the feed. They are `numbered` then.
 * @param events the part of the statement that has them, of one relay at a time
 */
export const appendedToFeed = (events: string): string => `feed AS MATERIALIZED (
    INSERT INTO change_feed (id, position, expired_to) SELECT 1, count(*), 0 FROM ${events} HAVING count(*) > 0
    ON CONFLICT (id) DO UPDATE SET position = change_feed.position + EXCLUDED.position RETURNING position
  ), placed AS MATERIALIZED (
    SELECT p.*, ${named('Id', 'uuid', isId)} AS resource_id,
      ${named('StartDate', 'date', isDate)} AS start_date, ${named('EndDate', 'date', isDate)} AS end_date,
      feed.position - count(*) OVER () + row_number() OVER (ORDER BY p.number) AS position
    FROM ${events} p CROSS JOIN feed
  ), numbered AS MATERIALIZED (
    SELECT id, organization_id, topic, ${sequencedSql('body', 'position')} AS body, occurred_at, position, resource_id,
      actor_user_id, actor_access_token_id, actor_session_id, parents, modified_properties, start_date, end_date, "values"
    FROM placed
  ), moved AS (
    INSERT INTO changes (organization_id, position, id, topic, resource_id, occurred_at, actor_user_id,
      actor_access_token_id, actor_session_id, parents, modified_properties, start_date, end_date, "values")
    SELECT organization_id, position, id, topic, resource_id, occurred_at, actor_user_id,
      actor_access_token_id, actor_session_id, parents, modified_properties, start_date, end_date, "values"
    FROM numbered ORDER BY position
  )`;

/** After them, a part that wakes who waits for changes. */
export const rungFeed = `rung AS MATERIALIZED (
    SELECT pg_notify('changes', CASE WHEN count(*) <= 200 THEN string_agg(organization_id::text, ' ') ELSE '*' END)
    FROM (SELECT DISTINCT organization_id FROM numbered) o HAVING count(*) > 0
  )`;

export const feedPosition = `coalesce((SELECT position FROM feed), (SELECT position FROM change_feed), 0)`;

/** Makes partitions up to a position. */
export const extendFeed = `SELECT extend_changes($1)::text AS end`;
