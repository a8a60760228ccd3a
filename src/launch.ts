import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const PARENT_CHECK_MS = 200;
const EXIT_OF_SIGTERM = 143;
const EXIT_OF_USAGE = 2;

/** What each program wants of V8. Without it the dead rows of large pages would take three times the memory. */
const programs: Readonly<Record<string, readonly string[]>> = {
  main: ['--heap-growing-percent=40'],
  worker: [],
  cli: [],
};

/**
 * Runs the program that is named (`node dist/launch.js main --api-only`) in this process: a signal that reaches the process
 * reaches the program, and the exit status is the program's. `exec` asks whether the shell of npm's scripts knows the word.
 */
async function launch([name = '', ...words]: readonly string[]): Promise<void> {
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

/**
 * npm passes signals to the shell between it and this process, and a shell can die of them without passing them on.
 * Whoever starts the program without npm may leave it running.
 */
function endWithParent(): void {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (isRunning(parent)) return;
    clearInterval(check);
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(EXIT_OF_SIGTERM);
  }, PARENT_CHECK_MS).unref();
}

function isRunning(parent: number): boolean {
  // A process whose parent has ended gets another one, but not on Windows.
  if (process.platform !== 'win32') return process.ppid === parent;
  try {
    return process.kill(parent, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

await launch(process.argv.slice(2));
