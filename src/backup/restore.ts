import {
  countWaiting,
  disableSubscribers,
  keyPlaceOf,
  type Waiting,
  type WebhookSettings,
} from '../contexts/integrations/index.js';
import { programVersion } from '../platform/config/program-version.js';
import { withSchemaLock } from '../platform/database/migrations/schema-lock.js';
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
  readonly disablesWebhooks: boolean;
  readonly onStep: (step: string) => void;
  readonly signal: AbortSignal;
  /** Runs last; an error rolls everything back. */
  readonly beforeCommit?: () => Promise<void>;
}

export interface RestoreSummary {
  readonly created_at: string;
  readonly program: string;
  readonly tables: number;
  readonly rows: number;
  /** Tables unknown to this program. */
  readonly left_out: readonly string[];
  readonly key: KeyState;
  readonly key_place: string;
  readonly key_fingerprint: string | null;
  readonly waiting: Waiting;
  readonly disabled_subscribers: number;
}

/** All of it or nothing. @param reader after the header @throws BackupFault that says what to do */
export async function restoreInto(
  databaseUrl: string,
  settings: WebhookSettings,
  header: Header,
  reader: DocumentReader,
  { disablesWebhooks, onStep, beforeCommit, signal }: RestoreOptions,
): Promise<RestoreSummary> {
  const client = await openSession(databaseUrl, signal);
  try {
    await databaseMustBeUnused(client, 'the database that is to be filled');
    return await withSchemaLock(databaseUrl, async (schema) => {
      const applied = await schema.applied();
      backupMustBeKnown(header, schema, programVersion());
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
