import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Subscriber {
  readonly organization_id: string;
  readonly id: string;
  readonly url: string;
}

/**
 * Subscribers with one receiving host share its connections, and one whose receiver held it up is told from one that
 * waits for us. Addresses that nobody knows and addresses that nobody may reach become one kind of failure in the log,
 * without the time that it took to find out: together they would tell which names the own network has.
 */
export class LimitReceivingHosts1795000017000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- First, because it goes through all attempts, and what follows keeps others from the subscribers.
      UPDATE webhook_attempts SET error_class = 'address_unavailable', duration_ms = 0
      WHERE error_class IN ('dns_failed', 'refused_address');
      ALTER TABLE webhook_subscribers
        ADD COLUMN receiving_host text NOT NULL DEFAULT '',
        -- Until when the receiver has held up its deliveries: an attempt failed, or found no place there.
        ADD COLUMN held_up_until timestamptz(3);
    `);
    const subscribers = (await runner.query(
      `SELECT organization_id, id, url FROM webhook_subscribers WHERE status <> 'deleted'`,
    )) as Subscriber[];
    await runner.query(
      `UPDATE webhook_subscribers s SET receiving_host = h.host
       FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS h (organization_id, id, host)
       WHERE s.organization_id = h.organization_id AND s.id = h.id`,
      [
        subscribers.map(({ organization_id }) => organization_id),
        subscribers.map(({ id }) => id),
        subscribers.map(({ url }) => hostOf(url)),
      ],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE webhook_attempts SET error_class = 'refused_address' WHERE error_class = 'address_unavailable';
      ALTER TABLE webhook_subscribers DROP COLUMN receiving_host, DROP COLUMN held_up_until;
    `);
  }
}

/** As the program has it: without the brackets of an IPv6 address and the final dot of a name. */
function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  } catch {
    return '';
  }
}
