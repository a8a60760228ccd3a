import { Command, InvalidArgumentError } from 'commander';
import { move } from '../backup/move.js';
import type { RestoreSummary } from '../backup/restore.js';
import { optionalUrl } from '../platform/config/setting-readers.js';
import { waitForDatabase } from '../platform/database/database-wait.js';
import { databaseMustBeThere } from './database-presence.js';
import { onDatabase } from './database-work.js';
import { describeKey } from './restore-report.js';

const readUrl = optionalUrl('postgres:', 'postgresql:');

interface Options {
  readonly json?: boolean;
}

/** `move`: from the embedded PostgreSQL, or another one, to an own one. */
export function moveCommand(): Command {
  return new Command('move')
    .description(
      'Copies all data into an empty database of another PostgreSQL, so that the program goes on there.',
    )
    .argument('<url>', 'the new DATABASE_URL, postgresql://user:password@host:port/database', databaseUrl)
    .option('--json', 'print the summary as JSON')
    .action((url: string, { json = false }: Options) =>
      onDatabase({
        before: async (settings) => {
          databaseMustBeThere(settings);
          await waitForDatabase(url, 'the URL of the new database');
        },
        work: async (prepared, signal) => {
          const summary = await move(prepared.databaseUrl, url, prepared.settings, signal);
          process.stdout.write(`${json ? JSON.stringify(summary, null, 2) : describe(summary)}\n`);
        },
      }),
    );
}

function describe(summary: RestoreSummary): string {
  const { rows, tables } = summary;
  return [
    `Moved ${rows.toLocaleString('en')} rows of ${tables} tables. The old database is as it was; nothing goes there any more once you`,
    '',
    '  1. set DATABASE_URL to the new database, in .env or wherever the program gets its settings from,',
    '  2. start the program.',
    '',
    ...describeKey(summary),
    'Keep the old database until you have seen the new one at work, and a backup of it.',
  ].join('\n');
}

function databaseUrl(text: string): string {
  try {
    return readUrl(text) ?? '';
  } catch {
    throw new InvalidArgumentError('Must be postgresql://user:password@host:port/database.');
  }
}
