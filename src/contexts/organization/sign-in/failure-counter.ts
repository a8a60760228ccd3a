import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork } from '../../../platform/database/index.js';
import {
  delaySeconds,
  failureLimits,
  guessingMustStop,
  type CountedFor,
  type FailureCount,
} from './sign-in.rules.js';

export interface Attempt {
  readonly account: string;
  readonly network: string;
}

interface CountRow {
  readonly key_hash: string;
  readonly failures: number;
  readonly seconds_left: number;
}

@Injectable()
export class FailureCounter {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Counts before the password is looked at, so that attempts at the same moment are counted too.
   * @returns for how many seconds the attempt has to wait
   * @throws 429 `sign_in.too_many_failures`, which counts for nobody
   */
  begin(attempt: Attempt): Promise<number> {
    return this.unitOfWork.run(async () => {
      const keys = keysOf(attempt);
      const rows = await this.database.rows<CountRow>(
        `INSERT INTO sign_in_failures AS f (key_hash, failures, ends_at)
         SELECT key_hash, 1, clock_timestamp() + minutes * interval '1 minute'
         FROM unnest($1::text[], $2::int[]) AS counted (key_hash, minutes) ORDER BY key_hash
         ON CONFLICT (key_hash) DO UPDATE SET
           failures = CASE WHEN f.ends_at > clock_timestamp() THEN f.failures + 1 ELSE 1 END,
           ends_at = CASE WHEN f.ends_at > clock_timestamp() THEN f.ends_at ELSE EXCLUDED.ends_at END
         RETURNING key_hash, failures, extract(epoch FROM ends_at - clock_timestamp())::float8 AS seconds_left`,
        [keys.map(({ hash }) => hash), keys.map(({ of }) => failureLimits[of].minutes)],
      );
      const counts = rows.map(({ key_hash, failures, seconds_left }): FailureCount => {
        const of = keys.find(({ hash }) => hash === key_hash)?.of ?? 'account';
        return { of, failures, secondsLeft: seconds_left };
      });
      guessingMustStop(counts);
      return delaySeconds(counts);
    });
  }

  async takeBack(attempt: Attempt): Promise<void> {
    await this.database.rows(
      `UPDATE sign_in_failures SET failures = failures - 1 WHERE key_hash IN (
         SELECT key_hash FROM sign_in_failures WHERE key_hash = ANY ($1::text[]) AND failures > 0
         ORDER BY key_hash FOR UPDATE)`,
      [keysOf(attempt).map(({ hash }) => hash)],
    );
  }
}

/** Hashes, so that nothing tells who tried, nor from where. */
function keysOf({ account, network }: Attempt): { of: CountedFor; hash: string }[] {
  const parts: Record<CountedFor, string[]> = {
    accountAndAddress: [account, network],
    address: [network],
    account: [account],
  };
  return Object.entries(parts).map(([of, values]) => ({
    of: of as CountedFor,
    hash: createHash('sha256')
      .update(JSON.stringify([of, ...values]))
      .digest('base64url'),
  }));
}
