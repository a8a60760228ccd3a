import { Command } from 'commander';
import { backUp, type BackupSummary } from '../backup/back-up.js';
import { fileMustBeFree, STANDARD_STREAM } from '../backup/backup-output.js';
import { writeDuration } from '../import/duration.js';
import { databaseMustBeThere } from './database-presence.js';
import { onDatabase } from './database-work.js';

interface Options {
  readonly withKey?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `backup`: all data of one moment in one file. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('Writes all data to a file, whether the API runs or not.')
    .argument(
      '<file>',
      `file to write, readable by its owner only; ${STANDARD_STREAM} is the standard output`,
    )
    .option('--with-key', "put the key of the webhooks' secrets inside")
    .option('--force', 'replace the file if it is there')
    .option('--json', 'print the summary as JSON')
    .action((file: string, { withKey = false, force = false, json = false }: Options) =>
      onDatabase({
        before: (settings) => {
          fileMustBeFree(file, force);
          databaseMustBeThere(settings);
        },
        work: async ({ databaseUrl, settings }, signal) => {
          const summary = await backUp(databaseUrl, settings, { file, withKey, mayReplace: force }, signal);
          const text = json ? JSON.stringify(summary, null, 2) : describe(summary);
          (file === STANDARD_STREAM ? process.stderr : process.stdout).write(`${text}\n`);
        },
      }),
    );
}

function describe(summary: BackupSummary): string {
  const { rows, tables, file, seconds, has_key, key_place, key_fingerprint } = summary;
  const counts = `${rows.toLocaleString('en')} rows of ${tables} tables`;
  const lines = [`Backed up ${counts} to ${file} in ${writeDuration(seconds)}.`];
  if (has_key)
    lines.push(`The key of the webhooks' secrets is inside (${key_fingerprint}): keep the file secret.`);
  else if (key_place !== null)
    lines.push(
      `The key of the webhooks' secrets is not inside (${key_fingerprint}): keep a copy of it elsewhere. It is in ${key_place}.`,
    );
  return lines.join('\n');
}
