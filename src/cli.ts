import 'reflect-metadata';
import { Command } from 'commander';
import { backupCommand } from './cli/backup.command.js';
import { moveCommand } from './cli/move.command.js';
import { restoreCommand } from './cli/restore.command.js';
import { seedCommand } from './cli/seed.command.js';
import { signInLinkCommand } from './cli/sign-in-link.command.js';
import { tokenCommand } from './cli/token.command.js';
import { installExtensions } from './start/extensions.js';
import { importCommand } from './import/import.command.js';
import { readEnvironment } from './platform/config/environment/environment.js';
import { programVersion } from './platform/config/program-version.js';
import { explainFailure } from './start/prepared-process.js';

try {
  await installExtensions([], readEnvironment().variables.EXTENSIONS);
} catch (error) {
  process.exit(fail(error));
}

const program = new Command('planning-delivery-api')
  .description(
    'Access tokens, links to sign in, the import of a CRM export, a demo organization, and backups.',
  )
  .addCommand(tokenCommand())
  .addCommand(signInLinkCommand())
  .addCommand(importCommand())
  .addCommand(seedCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(moveCommand());

for (const command of [program, ...program.commands]) command.version(programVersion(), '--version');

endUsageFaultsWith(2, program);

process.on('uncaughtException', (error) => {
  process.exit(fail(error));
});
program.parseAsync().catch((error: unknown) => {
  // A failed start may leave handles open.
  process.exit(fail(error));
});

function fail(error: unknown): number {
  process.stderr.write(`${explainFailure(error)}\n`);
  return (process.exitCode = 2);
}

/** commander's own exit code means refused rows here. */
function endUsageFaultsWith(code: number, command: Command): void {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : code));
  for (const nested of command.commands) endUsageFaultsWith(code, nested);
}
