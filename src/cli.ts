import 'reflect-metadata';
import { Command } from 'commander';
import { backupCommand } from './cli/backup.command.js';
import { moveCommand } from './cli/move.command.js';
import { restoreCommand } from './cli/restore.command.js';
import { seedCommand } from './cli/seed.command.js';
import { tokenCommand } from './cli/token.command.js';
import { importCommand } from './import/import.command.js';
import { programVersion } from './platform/config/program-version.js';
import { explainFailure } from './program.js';

/** The command line: access tokens, the import of a CRM's export, an organization to explore, and copies of all data. */
const program = new Command('planning-delivery-api')
  .description('Access tokens, the import of a CRM export, a demo organization, and backups.')
  .addCommand(tokenCommand())
  .addCommand(importCommand())
  .addCommand(seedCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(moveCommand());

// Also behind `npm run token --`, which is a command of its own.
for (const command of [program, ...program.commands]) command.version(programVersion(), '--version');

endUsageFaultsWith(2, program);

process.on('uncaughtException', (error) => {
  process.exit(fail(error));
});
program.parseAsync().catch((error: unknown) => {
  // What a start that failed has opened would keep the process alive.
  process.exit(fail(error));
});

function fail(error: unknown): number {
  process.stderr.write(`${explainFailure(error)}\n`);
  return (process.exitCode = 2);
}

/** Faults of the command line end like other faults; commander's own code is the one of refused rows. */
function endUsageFaultsWith(code: number, command: Command): void {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : code));
  for (const nested of command.commands) endUsageFaultsWith(code, nested);
}
