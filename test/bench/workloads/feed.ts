import type { BenchDatabase } from '../servers/bench-database.js';
import type { Scene } from './workloads.js';

export const FEED_SIZE = 50_000;
/** Of ten changes six are of actual time, the others of projects. */
const OF_TIME = 6;

/** Changes at the positions from 1 on, as the relay writes them. */
export async function fillFeed(database: BenchDatabase, { organizationId }: Scene): Promise<void> {
  await database.rows('DELETE FROM changes WHERE organization_id = $1', [organizationId]);
  await database.rows(
    `INSERT INTO changes (organization_id, position, id, topic, resource_id, occurred_at, actor_user_id,
       actor_access_token_id, parents, modified_properties, "values")
     SELECT $1, n, gen_random_uuid(), topic, resource_id, now(), gen_random_uuid(), gen_random_uuid(), parents,
       ARRAY['description'], '{"description": {"from": "Workshop", "to": "Workshop with the product team"}}'
     FROM (
       SELECT row_number() OVER (ORDER BY recorded_date, id) AS n, id AS time_id, project_id, project_offering_id, person_id
       FROM actual_time WHERE organization_id = $1 ORDER BY recorded_date, id LIMIT $2) t
     CROSS JOIN LATERAL (
       SELECT 'actualtime.modified' AS topic, time_id AS resource_id, jsonb_build_object('project_id', project_id,
         'project_offering_id', project_offering_id, 'person_id', person_id) AS parents WHERE n % 10 < $3
       UNION ALL SELECT 'project.modified', project_id, '{}' WHERE n % 10 >= $3) c`,
    [organizationId, FEED_SIZE, OF_TIME],
  );
  await database.rows(
    `INSERT INTO change_feed (id, position, expired_to) VALUES (1, $1, 0)
     ON CONFLICT (id) DO UPDATE SET position = greatest(change_feed.position, $1), expired_to = 0`,
    [FEED_SIZE],
  );
  await database.rows('VACUUM ANALYZE changes');
}
