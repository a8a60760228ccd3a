#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const PARENT_CHECK_MS = 200;
const EXIT_OF_SIGTERM = 143;
const EXIT_OF_USAGE = 2;

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
  process.setSourceMapsEnabled(true);
  flags.forEach((flag) => setFlagsFromString(flag));
  if (process.env.npm_lifecycle_event !== undefined) endWithParent();
  const program = new URL(`./${name}.js`, import.meta.url);
  process.argv.splice(1, Infinity, fileURLToPath(program), ...words);
  await import(program.href);
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
