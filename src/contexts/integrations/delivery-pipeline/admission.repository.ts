import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { Database, prepared } from '../../../platform/database/index.js';
import { isPendingByKey, isPendingByTime } from './delivery-conditions.js';
import type { DueDelivery, InFlight } from './fair-share.js';
import type { DeliveryId } from './lease.repository.js';
import { alongIndexes, withoutDisk } from './pipeline-database.js';
import { ProcessIdentity } from './process-identity.js';

// Any number that no other advisory lock of the program has.
const TURN_LOCK = 7_021_002;
// Up to as many deliveries it costs less to read what is due than to visit every subscriber that waits.
const FEW = 200;

// All that the index by turns is ordered by: no other index can stand in for it.
const byTurns = 'd.organization_id, d.webhook_subscriber_id, (d.attempts >= 2), d.next_attempt_at, d.id';

const dueByTurns = prepared(`
  WITH RECURSIVE first AS MATERIALIZED (
    SELECT organization_id, webhook_subscriber_id FROM webhook_deliveries
    WHERE ${isPendingByTime} AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT ${FEW}
  ), visited AS (
    (SELECT d.organization_id, d.webhook_subscriber_id FROM webhook_deliveries d
     WHERE d.state = 'pending' AND (SELECT count(*) FROM first) = ${FEW}
     ORDER BY ${byTurns} LIMIT 1)
    UNION ALL
    SELECT next.* FROM visited w CROSS JOIN LATERAL (
      SELECT d.organization_id, d.webhook_subscriber_id FROM webhook_deliveries d
      WHERE d.state = 'pending'
        AND (d.organization_id, d.webhook_subscriber_id) > (w.organization_id, w.webhook_subscriber_id)
      ORDER BY ${byTurns} LIMIT 1) next
  ), waiting AS (
    SELECT * FROM visited
    UNION SELECT * FROM first WHERE (SELECT count(*) FROM first) < ${FEW}
  ), busy AS (
    SELECT organization_id, webhook_subscriber_id, count(*)::int AS count FROM webhook_deliveries
    WHERE state IN ('queued', 'sending') GROUP BY organization_id, webhook_subscriber_id
  ), open AS (
    SELECT w.*, COALESCE(b.count, 0) AS busy,
      CASE WHEN s.failures_in_row >= $3 THEN $4::integer ELSE $1::integer END
        - COALESCE(b.count, 0) AS room
    FROM waiting w
    JOIN webhook_subscribers s ON s.organization_id = w.organization_id AND s.id = w.webhook_subscriber_id
    LEFT JOIN busy b ON b.organization_id = w.organization_id AND b.webhook_subscriber_id = w.webhook_subscriber_id
    WHERE s.status = 'enabled'
  ), due AS (
    SELECT o.organization_id, o.webhook_subscriber_id, d.id, kind.is_late, o.room, d.next_attempt_at,
      o.busy + row_number() OVER (PARTITION BY o.organization_id, o.webhook_subscriber_id
        ORDER BY d.next_attempt_at, d.id) AS place
    FROM open o CROSS JOIN (VALUES (false), (true)) AS kind (is_late) CROSS JOIN LATERAL (
      SELECT d.id, d.next_attempt_at FROM webhook_deliveries d
      WHERE d.organization_id = o.organization_id AND d.webhook_subscriber_id = o.webhook_subscriber_id
        AND d.state = 'pending' AND (d.attempts >= 2) = kind.is_late AND d.next_attempt_at <= now()
      ORDER BY d.next_attempt_at, d.id LIMIT GREATEST(o.room, 0)) d
  ), turns AS (
    SELECT due.*, row_number() OVER (PARTITION BY organization_id ORDER BY place, next_attempt_at, id) AS turn
    FROM due
  ), ranked AS (
    SELECT turns.*, row_number() OVER (PARTITION BY is_late ORDER BY turn, next_attempt_at, id) AS rank
    FROM turns
  )
  SELECT organization_id, webhook_subscriber_id, id, is_late, room FROM ranked
  WHERE rank <= $2 ORDER BY turn, next_attempt_at, id`);

const queueAll = prepared(`
  WITH chosen AS MATERIALIZED (
    SELECT d.organization_id, d.id FROM webhook_deliveries d
    JOIN unnest($1::uuid[], $2::uuid[]) AS c (organization_id, id)
      ON c.organization_id = d.organization_id AND c.id = d.id
    WHERE ${isPendingByKey} FOR NO KEY UPDATE OF d SKIP LOCKED
  ), queued AS (
    UPDATE webhook_deliveries d SET state = 'queued', lease_owner = $3,
      lease_until = now() + $4 * interval '1 second'
    FROM chosen c WHERE d.organization_id = c.organization_id AND d.id = c.id
    RETURNING d.organization_id, d.id
  )
  SELECT * FROM queued`);

/** Called within a unit of work that begins with `takeTurn`. */
@Injectable()
export class AdmissionRepository {
  constructor(
    private readonly database: Database,
    private readonly process: ProcessIdentity,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * One process at a time admits, so that what it counts stays so until it has committed. A process that freezes with
   * the turn loses its connection, and the turn, after two seconds.
   *
   * What is due is then read in the order of an index and no further than needed: with sorts switched off PostgreSQL does
   * so although its statistics, of a quiet hour, say that there is little to sort.
   */
  async takeTurn(): Promise<boolean> {
    const taken = await this.database.first<{ is_mine: boolean }>(
      `SELECT set_config('idle_in_transaction_session_timeout', '2s', true), set_config('enable_sort', 'off', true),
         ${withoutDisk}, ${alongIndexes}, pg_try_advisory_xact_lock($1) AS is_mine`,
      [TURN_LOCK],
    );
    return taken?.is_mine === true;
  }

  /** Of this process, of all together, and how many these are: what one queues another one may send. */
  async inFlight(): Promise<{ own: InFlight; all: InFlight; processes: number }> {
    const rows = await this.database.rows<Held>(
      `SELECT organization_id, lease_owner, count(*)::int AS total,
         (count(*) FILTER (WHERE attempts >= CASE state WHEN 'sending' THEN 3 ELSE 2 END))::int AS late
       FROM webhook_deliveries WHERE state IN ('queued', 'sending')
       GROUP BY organization_id, lease_owner`,
    );
    const { id } = this.process;
    return {
      own: sumOf(rows.filter(({ lease_owner }) => lease_owner === id)),
      all: sumOf(rows),
      processes: new Set([id, ...rows.map(({ lease_owner }) => lease_owner)]).size,
    };
  }

  /**
   * What is due, by turns: first one of each organization, then a second one ... Where much is due it goes from
   * subscriber to subscriber along an index, so that a million deliveries that one of them does not take cost the others
   * nothing.
   * @param most of first and second attempts, and of later ones
   */
  due(most: number): Promise<DueDelivery[]> {
    const { WEBHOOK_SUBSCRIBER_CAP, WEBHOOK_FAILING_AFTER, WEBHOOK_FAILING_CAP } = this.settings;
    return this.database.rows(dueByTurns, [
      WEBHOOK_SUBSCRIBER_CAP,
      most,
      WEBHOOK_FAILING_AFTER,
      WEBHOOK_FAILING_CAP,
    ]);
  }

  /** @returns those that were still pending */
  queue(deliveries: readonly DeliveryId[]): Promise<DeliveryId[]> {
    return this.database.rows(queueAll, [
      deliveries.map(({ organization_id }) => organization_id),
      deliveries.map(({ id }) => id),
      this.process.id,
      this.settings.WEBHOOK_QUEUE_LEASE_SECONDS,
    ]);
  }
}

/** What one process has in flight of one organization. */
interface Held {
  readonly organization_id: string;
  readonly lease_owner: string;
  readonly total: number;
  readonly late: number;
}

function sumOf(rows: readonly Held[]): InFlight {
  const byOrganization = new Map<string, number>();
  for (const { organization_id: id, total } of rows) {
    byOrganization.set(id, (byOrganization.get(id) ?? 0) + total);
  }
  return {
    byOrganization,
    late: rows.reduce((sum, { late }) => sum + late, 0),
    total: rows.reduce((sum, { total }) => sum + total, 0),
  };
}
