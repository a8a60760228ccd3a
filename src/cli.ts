import 'reflect-metadata';
import { Command } from 'commander';
import { programVersion } from './platform/config/program-version.js';

/** Loaded when they are called: the import, which is a client of the API, needs nothing else of the program. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  token: async () => {
    await installNamedExtensions();
    return (await import('./cli/token.command.js')).tokenCommand();
  },
  'sign-in-link': async () => (await import('./cli/sign-in-link.command.js')).signInLinkCommand(),
  import: async () => (await import('./import/import.command.js')).importCommand(),
  seed: async () => (await import('./cli/seed.command.js')).seedCommand(),
  backup: async () => (await import('./cli/backup.command.js')).backupCommand(),
  restore: async () => (await import('./cli/restore.command.js')).restoreCommand(),
  move: async () => (await import('./cli/move.command.js')).moveCommand(),
};

try {
  await run(process.argv[2]);
} catch (error) {
  // A failed start may leave handles open.
  process.exit(await fail(error));
}

async function run(called: string | undefined): Promise<void> {
  const program = new Command('planning-delivery-api').description(
    'Access tokens, links to sign in, the import of a CRM export, a demo organization, and backups.',
  );
  for (const load of neededFor(called)) program.addCommand(await load());
  for (const command of [program, ...program.commands]) command.version(programVersion(), '--version');
  endUsageFaultsWith(2, program);
  process.on('uncaughtException', (error) => void fail(error).then((code) => process.exit(code)));
  process.stdout.on('error', failWithoutOutput);
  await program.parseAsync();
}

function neededFor(called = '--help'): (() => Promise<Command>)[] {
  if (called === '--version') return [];
  const named = Object.entries(commands).filter(([name]) => name === called);
  return (named.length > 0 ? named : Object.entries(commands)).map(([, load]) => load);
}

/** Their scopes are among those that a token can have. */
async function installNamedExtensions(): Promise<void> {
  const { installExtensions } = await import('./start/extensions.js');
  const { readEnvironment } = await import('./platform/config/environment/environment.js');
  await installExtensions([], readEnvironment().variables.EXTENSIONS);
}

async function fail(error: unknown): Promise<number> {
  const { explainFailure } = await import('./start/start-failures.js');
  process.stderr.write(`${explainFailure(error)}\n`);
  return (process.exitCode = 2);
}

/** The command goes on to its own end, so that nothing it started stays behind. */
function failWithoutOutput({ code, message }: NodeJS.ErrnoException): void {
  process.exitCode = 2;
  // Who reads has had enough.
  if (code !== 'EPIPE') process.stderr.write(`The output cannot be written: ${message}.\n`);
}

/** commander's own exit code means refused rows here. */
function endUsageFaultsWith(code: number, command: Command): void {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : code));
  for (const nested of command.commands) endUsageFaultsWith(code, nested);
}
