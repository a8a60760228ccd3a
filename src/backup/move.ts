import { Client } from 'pg';
import { findUsedKeys, type WebhookSettings } from '../contexts/integrations/index.js';
import { findUsers } from '../platform/database/in-use.js';
import { MIGRATION_LOCK } from '../platform/database/migrations/migrations.js';
import { BackupFault } from './backup-fault.js';
import { ByteProgress } from './byte-progress.js';
import { openSession } from './database/session.js';
import { Snapshot } from './database/snapshot.js';
import { databaseMustBeUnused, inUse } from './database/target-rules.js';
import { DocumentReader } from './document/document-reader.js';
import { restoreInto, type RestoreSummary } from './restore.js';
import { documentOf, headerOf } from './snapshot-document.js';

const SOURCE = 'the database that is to be moved';

/** The old database stays unchanged, and is read-only meanwhile. @throws BackupFault */
export async function move(
  sourceUrl: string,
  targetUrl: string,
  settings: WebhookSettings,
  signal: AbortSignal,
): Promise<RestoreSummary> {
  if (placeOf(sourceUrl) === placeOf(targetUrl))
    throw new BackupFault(
      'The new database is the one of the settings: take DATABASE_URL out of them, or set it to the old database, until all is moved.',
    );
  const client = await openSession(sourceUrl, signal);
  let progress: ByteProgress | undefined;
  try {
    // Prevents a start of the program; what already runs is detected.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await databaseMustBeUnused(client, SOURCE);
    const snapshot = await Snapshot.take(client, 'read');
    const header = headerOf(snapshot, { fingerprints: await findUsedKeys(client), key: null });
    const shown = (progress = new ByteProgress(snapshot.bytes));
    const reader = new DocumentReader(documentOf(header, snapshot, shown));
    await reader.header();
    return await restoreInto(targetUrl, settings, header, reader, {
      disablesWebhooks: false,
      onStep: (step) => shown.begin(step),
      beforeCommit: async () => {
        // A new session waits for the locks and would write to the old database.
        const users = await findUsers(client);
        if (users.length > 0) throw inUse(SOURCE, users);
      },
      signal,
    });
  } finally {
    progress?.end();
    await client.end();
  }
}

function placeOf(databaseUrl: string): string {
  const { host, port, database } = new Client(databaseUrl);
  return [host, port, database].join(' ');
}
