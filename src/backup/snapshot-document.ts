import { programVersion } from '../platform/config/program-version.js';
import type { Snapshot } from './database/snapshot.js';
import { writeDocument } from './document/document-writer.js';
import { FORMAT, FORMAT_VERSION, type Header, type TableShape } from './document/format.js';

export interface KeyInfo {
  readonly fingerprints: readonly string[];
  readonly key: string | null;
}

export function headerOf(snapshot: Snapshot, { fingerprints, key }: KeyInfo): Header {
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    program: programVersion(),
    created_at: snapshot.takenAt.toISOString(),
    postgresql: snapshot.postgresql,
    migrations: snapshot.migrations,
    tables: snapshot.tables.map(({ schema, name, columns }) => ({ schema, name, columns })),
    partitions: snapshot.partitions,
    sequences: snapshot.sequences,
    key_fingerprints: fingerprints,
    key,
  };
}

interface Listener {
  begin(step: string): void;
  advance(bytes: number): void;
}

export async function* documentOf(
  header: Header,
  snapshot: Snapshot,
  progress: Listener,
): AsyncGenerator<Buffer> {
  const source = {
    rowsOf: (table: TableShape) => {
      progress.begin(table.name);
      return snapshot.rowsOf(table);
    },
    settle: () => snapshot.settle(),
  };
  for await (const chunk of writeDocument(header, source)) {
    progress.advance(chunk.length);
    yield chunk;
  }
}
