import 'reflect-metadata';
import { Command } from 'commander';
import { seedCommand } from './cli/seed.command.js';
import { tokenCommand } from './cli/token.command.js';
import { importCommand } from './import/import.command.js';
import { explainFailure } from './program.js';

/** The command line: access tokens, the import of a CRM's export, and an organization to explore. */
const program = new Command('planning-delivery-api')
  .description('Access tokens, the import of a CRM export, and a demo organization.')
  .addCommand(tokenCommand())
  .addCommand(importCommand())
  .addCommand(seedCommand());

endUsageFaultsWith(2, program);

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 2;
});

/** Faults of the command line end like other faults; commander's own code is the one of refused rows. */
function endUsageFaultsWith(code: number, command: Command): void {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : code));
  for (const nested of command.commands) endUsageFaultsWith(code, nested);
}
