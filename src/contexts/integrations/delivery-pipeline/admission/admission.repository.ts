import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { Database, prepared } from '../../../../platform/database/index.js';
import { newId } from '../../../../platform/values/index.js';
import { claimLocked, hasEnabledSubscriber, type ClaimedAttempt } from '../attempts/claimed-attempt.js';
import { become, isLeased, isPendingByKey } from '../deliveries/delivery-conditions.js';
import { moves } from '../deliveries/delivery-state.js';
import type { DueDelivery, InFlight } from './fair-share.js';
import type { InFlightAtHost, HostDelivery } from './host-share.js';
import type { DeliveryId } from '../deliveries/delivery-id.js';
import {
  asynchronousCommit,
  withoutPlanning,
  withoutSequentialScans,
  withoutSorts,
} from '../background/pipeline-database.js';
import { ProcessIdentity } from '../background/process-identity.js';
import { inFlight, roomParameters, subscribersWithRoom, weight } from './receiver-room.js';

const ADMISSION_LOCK = 7_021_002;
const takeLock = prepared(`
  SELECT set_config('idle_in_transaction_session_timeout', '2s', true), ${withoutSorts}, ${withoutSequentialScans},
    ${withoutPlanning}, ${asynchronousCommit}, pg_try_advisory_xact_lock($1) AS is_mine`);

const countInFlight = prepared(`
  SELECT f.organization_id, f.lease_owner, s.receiving_host AS host, sum(f.total)::integer AS total,
    sum(f.late)::integer AS late, sum(f.weight)::integer AS weight
  FROM (
    SELECT organization_id, webhook_subscriber_id, lease_owner, count(*) AS total, sum(${weight('$1')}) AS weight,
      count(*) FILTER (WHERE attempts >= CASE state WHEN 'sending' THEN 3 ELSE 2 END) AS late
    FROM webhook_deliveries WHERE ${isLeased()}
    GROUP BY organization_id, webhook_subscriber_id, lease_owner
  ) f JOIN webhook_subscribers s ON s.organization_id = f.organization_id AND s.id = f.webhook_subscriber_id
  GROUP BY f.organization_id, f.lease_owner, s.receiving_host`);

const dueByTurns = prepared(`
  WITH RECURSIVE ${subscribersWithRoom(inFlight)}, due AS (
    SELECT o.organization_id, o.webhook_subscriber_id, o.host, o.host_room, o.first_room, o.held, d.id, kind.is_late, o.room,
      d.next_attempt_at, o.busy + row_number() OVER (PARTITION BY o.organization_id, o.webhook_subscriber_id
        ORDER BY d.next_attempt_at, d.id) AS place
    FROM open o CROSS JOIN (VALUES (false), (true)) AS kind (is_late) CROSS JOIN LATERAL (
      SELECT d.id, d.next_attempt_at FROM webhook_deliveries d
      WHERE d.organization_id = o.organization_id AND d.webhook_subscriber_id = o.webhook_subscriber_id
        AND d.state = 'pending' AND (d.attempts >= 2) = kind.is_late AND d.next_attempt_at <= now()
      ORDER BY d.next_attempt_at, d.id LIMIT GREATEST(o.room, 0)) d
  ), turns AS (
    SELECT due.*, row_number() OVER (PARTITION BY organization_id ORDER BY place, next_attempt_at, id) AS turn,
      held + row_number() OVER (PARTITION BY organization_id, host ORDER BY place, next_attempt_at, id) AS host_place
    FROM due
  ), fitting AS (
    SELECT turns.*, CASE WHEN host_place > 1 THEN host_room ELSE first_room END
      < row_number() OVER (PARTITION BY host ORDER BY host_place, next_attempt_at, id) AS is_surplus
    FROM turns
  ), ranked AS (
    SELECT fitting.*, row_number() OVER (PARTITION BY is_late ORDER BY is_surplus, turn, next_attempt_at, id) AS rank
    FROM fitting
  )
  SELECT organization_id, webhook_subscriber_id, id, host, is_late, room FROM ranked
  WHERE rank <= $7 ORDER BY is_surplus, turn, next_attempt_at, id`);

const queueAll = prepared(`
  WITH chosen AS MATERIALIZED (
    SELECT d.organization_id, d.id FROM webhook_deliveries d
    JOIN unnest($1::uuid[], $2::uuid[]) AS c (organization_id, id)
      ON c.organization_id = d.organization_id AND c.id = d.id
    WHERE ${isPendingByKey} FOR NO KEY UPDATE OF d SKIP LOCKED
  ), queued AS (
    UPDATE webhook_deliveries d SET ${become(moves.queue)}, lease_owner = $3,
      lease_until = now() + $4 * interval '1 second'
    FROM chosen c WHERE d.organization_id = c.organization_id AND d.id = c.id
    RETURNING d.organization_id, d.id
  )
  SELECT * FROM queued`);

const claimAll = prepared(`
  WITH free AS MATERIALIZED (
    SELECT d.organization_id, d.id, c.token FROM webhook_deliveries d
    JOIN unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS c (organization_id, id, token)
      ON c.organization_id = d.organization_id AND c.id = d.id
    WHERE ${isPendingByKey} AND ${hasEnabledSubscriber} FOR NO KEY UPDATE OF d SKIP LOCKED
  ), ${claimLocked('$4', '$5')}`);

@Injectable()
export class AdmissionRepository {
  constructor(
    private readonly database: Database,
    private readonly process: ProcessIdentity,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  /** Keeps counts valid until the commit. A frozen process loses its connection and the lock in two seconds. */
  async tryAdmissionLock(): Promise<boolean> {
    const taken = await this.database.first<{ is_mine: boolean }>(takeLock, [ADMISSION_LOCK]);
    return taken?.is_mine === true;
  }

  /** In flight here, in all processes, and the number of processes: any process may send what one queued. */
  async inFlight(): Promise<{
    own: InFlight;
    all: InFlight;
    hosts: readonly InFlightAtHost[];
    processes: number;
  }> {
    const rows = await this.database.rows<Held>(countInFlight, [this.settings.WEBHOOK_LEASE_SECONDS]);
    const { id } = this.process;
    return {
      own: sumOf(rows.filter(({ lease_owner }) => lease_owner === id)),
      all: sumOf(rows),
      hosts: rows,
      processes: new Set([id, ...rows.map(({ lease_owner }) => lease_owner)]).size,
    };
  }

  /**
   * Due deliveries, in turns by organization; those whose host has no capacity come last.
   * @param limit of first and second attempts, and of later ones
   */
  due(limit: number): Promise<(DueDelivery & HostDelivery)[]> {
    return this.database.rows(dueByTurns, [...roomParameters(this.settings), limit]);
  }

  queue(deliveries: readonly DeliveryId[]): Promise<DeliveryId[]> {
    return this.database.rows(queueAll, [
      deliveries.map(({ organization_id }) => organization_id),
      deliveries.map(({ id }) => id),
      this.process.id,
      this.settings.WEBHOOK_QUEUE_LEASE_SECONDS,
    ]);
  }

  /** Starts attempts of this process. @returns those that were still pending */
  claim(deliveries: readonly DeliveryId[]): Promise<ClaimedAttempt[]> {
    return this.database.rows(claimAll, [
      deliveries.map(({ organization_id }) => organization_id),
      deliveries.map(({ id }) => id),
      deliveries.map(() => newId()),
      this.process.id,
      this.settings.WEBHOOK_LEASE_SECONDS,
    ]);
  }
}

interface Held extends InFlightAtHost {
  readonly lease_owner: string;
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
