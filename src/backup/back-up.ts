import { findKeys, findUsedKeys, keyPlaceOf, type WebhookSettings } from '../contexts/integrations/index.js';
import { fileMustBeFree, STANDARD_STREAM, writeOutput } from './backup-output.js';
import { ByteProgress } from './byte-progress.js';
import { openSession } from './database/session.js';
import { Snapshot } from './database/snapshot.js';
import { keyForBackup } from './key-rules.js';
import { documentOf, headerOf } from './snapshot-document.js';

export interface BackupOptions {
  readonly file: string;
  readonly withKey: boolean;
  readonly mayReplace: boolean;
}

export interface BackupSummary {
  readonly file: string;
  readonly created_at: string;
  readonly tables: number;
  readonly rows: number;
  readonly seconds: number;
  readonly has_key: boolean;
  /** Location and fingerprint of the key; null: none needed. */
  readonly key_place: string | null;
  readonly key_fingerprint: string | null;
}

export async function backUp(
  databaseUrl: string,
  settings: WebhookSettings,
  { file, withKey, mayReplace }: BackupOptions,
  signal: AbortSignal,
): Promise<BackupSummary> {
  fileMustBeFree(file, mayReplace);
  const began = Date.now();
  const client = await openSession(databaseUrl, signal);
  let progress: ByteProgress | undefined;
  try {
    const snapshot = await Snapshot.take(client);
    const fingerprints = await findUsedKeys(client);
    const key = withKey ? keyForBackup(settings, fingerprints) : null;
    const header = headerOf(snapshot, { fingerprints, key });
    const shown = (progress = new ByteProgress(snapshot.bytes));
    await writeOutput(documentOf(header, snapshot, shown), file, mayReplace, signal);
    return {
      file: file === STANDARD_STREAM ? 'the standard output' : file,
      created_at: header.created_at,
      tables: header.tables.length,
      rows: snapshot.rowCount,
      seconds: (Date.now() - began) / 1000,
      has_key: key !== null,
      key_place: fingerprints.length > 0 ? keyPlaceOf(settings) : null,
      key_fingerprint: fingerprints[0] ?? findKeys(settings)[0]?.fingerprint ?? null,
    };
  } finally {
    progress?.end();
    await client.end();
  }
}
