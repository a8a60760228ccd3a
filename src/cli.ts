import 'reflect-metadata';
import { Command } from 'commander';
import { tokenCommand } from './cli/token.command.js';
import { importCommand } from './import/import.command.js';
import { explainFailure } from './program.js';

/** The command line: access tokens, and the import of a CRM's export. */
const program = new Command('planning-delivery-api')
  .description('Access tokens, and the import of a CRM export.')
  .addCommand(tokenCommand())
  .addCommand(importCommand());

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 2;
});
