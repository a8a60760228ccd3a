#!/usr/bin/env node
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const PARENT_CHECK_MS = 200;
const EXIT_OF_SIGTERM = 143;
const EXIT_OF_USAGE = 2;

/** Since Node 22.14. */
interface RecentModule {
  readonly setSourceMapsSupport?: (
    enabled: boolean,
    of: Readonly<Record<'nodeModules' | 'generatedCode', boolean>>,
  ) => void;
}

/** V8 options: without them, large pages would need three times the memory. */
const programs: Readonly<Record<string, readonly string[]>> = {
  main: ['--heap-growing-percent=40'],
  worker: [],
  cli: [],
  openapi: [],
};

async function launch([name = '', ...words]: readonly string[]): Promise<void> {
  // npm scripts ask whether their shell knows `exec`.
  if (name === 'exec') process.exit(process.platform === 'win32' ? 1 : 0);
  const flags = programs[name];
  if (!flags) {
    process.stderr.write(`Name what to start: ${Object.keys(programs).join(', ')}.\n`);
    process.exit(EXIT_OF_USAGE);
  }
  mapStacks();
  flags.forEach((flag) => setFlagsFromString(flag));
  if (process.env.npm_lifecycle_event !== undefined) endWithParent();
  const program = new URL(`./${name}.js`, import.meta.url);
  process.argv.splice(1, Infinity, fileURLToPath(program), ...words);
  await import(program.href);
}

/** Stacks name lines of the sources. Reading the maps of the packages too takes a tenth of a start: Node 20 knows no other way. */
function mapStacks(): void {
  const { setSourceMapsSupport } = nodeModule as typeof nodeModule & RecentModule;
  if (setSourceMapsSupport) setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
  else process.setSourceMapsEnabled(true);
}

/** npm's shell may die of a signal without passing it on, and leave the program running. */
function endWithParent(): void {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (isRunning(parent)) return;
    clearInterval(check);
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(EXIT_OF_SIGTERM);
  }, PARENT_CHECK_MS).unref();
}

function isRunning(parent: number): boolean {
  if (process.platform !== 'win32') return process.ppid === parent;
  try {
    return process.kill(parent, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

await launch(process.argv.slice(2));
