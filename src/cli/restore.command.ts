import { Command } from 'commander';
import { openInput } from '../backup/backup-input.js';
import { STANDARD_STREAM } from '../backup/backup-output.js';
import { ByteProgress } from '../backup/byte-progress.js';
import { DocumentReader } from '../backup/document/document-reader.js';
import type { Header } from '../backup/document/format.js';
import { keyMustNotDiffer } from '../backup/key-rules.js';
import { restoreInto } from '../backup/restore.js';
import { onDatabase } from './database-work.js';
import { describeRestore } from './restore-report.js';

interface Options {
  readonly disableWebhooks?: boolean;
  readonly json?: boolean;
}

/** `restore`: all data of a backup, in an empty database. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('Brings a backup into an empty database, all of it or nothing.')
    .argument('<file>', `file that "backup" wrote; ${STANDARD_STREAM} is the standard input`)
    .option('--disable-webhooks', 'disable every webhook subscriber, so that a copy for a test sends nothing')
    .option('--json', 'print the summary as JSON')
    .action(async (file: string, { disableWebhooks = false, json = false }: Options) => {
      let header: Header;
      let reader: DocumentReader;
      let progress: ByteProgress | undefined;
      await onDatabase({
        before: async (settings) => {
          const { bytes, content } = await openInput(file, (count) => progress?.advance(count));
          reader = new DocumentReader(content);
          header = await reader.header();
          keyMustNotDiffer(settings, header);
          progress = new ByteProgress(bytes ?? 0);
        },
        work: async ({ databaseUrl, settings }, signal) => {
          const summary = await restoreInto(databaseUrl, settings, header, reader, {
            disablesWebhooks: disableWebhooks,
            onStep: (step) => progress?.begin(step),
            signal,
          }).finally(() => progress?.end());
          process.stdout.write(`${json ? JSON.stringify(summary, null, 2) : describeRestore(summary)}\n`);
        },
      });
    });
}
