import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { backUp } from '../../../src/backup/back-up.js';
import { openInput } from '../../../src/backup/backup-input.js';
import { DocumentReader } from '../../../src/backup/document/document-reader.js';
import { restoreInto, type RestoreOptions, type RestoreSummary } from '../../../src/backup/restore.js';
import { readProgramSettings, type ProgramSettings } from '../../../src/contexts.js';

const { signal } = new AbortController();

/** A folder for backups and key files of one test file. */
export class CopyStage {
  private constructor(readonly directory: string) {}

  static async open(): Promise<CopyStage> {
    return new CopyStage(await mkdtemp(join(tmpdir(), 'planning-backup-')));
  }

  file(name: string): string {
    return join(this.directory, name);
  }

  /** Of a machine with a data directory of its own. */
  settings(machine = 'old', others: Record<string, string> = {}): ProgramSettings {
    return readProgramSettings({ DATA_DIRECTORY: this.file(machine), ...others });
  }

  async backUp(url: string, name: string): Promise<string> {
    const options = { file: this.file(name), withKey: false, mayReplace: false };
    await backUp(url, this.settings(), options, signal);
    return options.file;
  }

  async restore(
    url: string,
    file: string,
    options: Partial<RestoreOptions> = {},
    settings = this.settings('new'),
  ): Promise<RestoreSummary> {
    const { content } = await openInput(file, () => undefined);
    const reader = new DocumentReader(content);
    const header = await reader.header();
    return restoreInto(url, settings, header, reader, {
      disablesWebhooks: false,
      onStep: () => undefined,
      signal,
      ...options,
    });
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }
}

/** Over a connection of its own. */
export async function rowsOf<Row = Record<string, unknown>>(
  url: string,
  statement: string,
  parameters?: unknown[],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, parameters)).rows as Row[];
  } finally {
    await client.end();
  }
}
