import {
  countWaiting,
  disableSubscribers,
  keyPlaceOf,
  type Waiting,
} from '../contexts/integrations/index.js';
import { programVersion } from '../platform/config/program-version.js';
import type { Settings } from '../platform/config/settings.js';
import { holdSchema } from '../platform/database/held-schema.js';
import { load } from './database/load.js';
import { openSession } from './database/session.js';
import {
  backupMustBeKnown,
  databaseMustBeKnown,
  databaseMustBeUnused,
  findTargets,
  tablesMustBeEmpty,
} from './database/target-rules.js';
import type { DocumentReader } from './document/document-reader.js';
import { quoted, type Header } from './document/format.js';
import { placeKey, type KeyState } from './key-rules.js';

export interface RestoreOptions {
  /** Whether every webhook subscriber is disabled, so that a copy sends nothing. */
  readonly disablesWebhooks: boolean;
  readonly onStep: (step: string) => void;
  readonly signal: AbortSignal;
  /** Is done last; what it throws takes everything back. */
  readonly beforeCommit?: () => Promise<void>;
}

export interface RestoreSummary {
  /** Instant of the backup. */
  readonly created_at: string;
  /** Version of the program that made it. */
  readonly program: string;
  readonly tables: number;
  readonly rows: number;
  /** Tables of the backup that the program does not know, and so has no place for. */
  readonly left_out: readonly string[];
  readonly key: KeyState;
  /** Where the key is, or has to be, and which. */
  readonly key_place: string;
  readonly key_fingerprint: string | null;
  /** What the program sends as soon as it starts. */
  readonly waiting: Waiting;
  readonly disabled_subscribers: number;
}

/**
 * Brings a backup into an empty database: all of it, or nothing.
 * @param reader behind the header
 * @throws BackupFault that says what is wrong and what to do
 */
export async function restoreInto(
  databaseUrl: string,
  settings: Settings,
  header: Header,
  reader: DocumentReader,
  { disablesWebhooks, onStep, beforeCommit, signal }: RestoreOptions,
): Promise<RestoreSummary> {
  const client = await openSession(databaseUrl, signal);
  try {
    await databaseMustBeUnused(client, 'the database that is to be filled');
    return await holdSchema(databaseUrl, async (schema) => {
      const applied = await schema.applied();
      backupMustBeKnown(header, schema.known, programVersion());
      databaseMustBeKnown(applied, schema.known);
      await tablesMustBeEmpty(client, await findTargets(client, header), applied);
      await schema.revertTo(header.migrations);
      await schema.migrateTo(header.migrations);
      const finish = async () => {
        const disabled_subscribers = disablesWebhooks ? await disableSubscribers(client) : 0;
        const waiting = await countWaiting(client);
        await beforeCommit?.();
        return { waiting, disabled_subscribers, key: placeKey(settings, header) };
      };
      const { result, leftOut, ...counts } = await load(client, header, reader, onStep, finish);
      await schema.migrate();
      return {
        created_at: header.created_at,
        program: header.program,
        ...counts,
        left_out: leftOut.map(quoted),
        ...result,
        key_place: keyPlaceOf(settings),
        key_fingerprint: header.key_fingerprints[0] ?? null,
      };
    });
  } finally {
    await client.end();
  }
}
