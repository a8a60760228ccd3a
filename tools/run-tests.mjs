import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';

// `npm test -- <options of jest>`: the tests, and beside them the types, which Node leaves out when it runs the tests.
const require = createRequire(import.meta.url);
const jest = join(dirname(require.resolve('jest/package.json')), 'bin', 'jest.js');
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');

const typesAreRight = checkTypes();
const tests = spawn(process.execPath, [jest, ...process.argv.slice(2)], { stdio: 'inherit' });
const [status] = await once(tests, 'exit');
process.exitCode = (await typesAreRight) && status === 0 ? 0 : status || 1;

async function checkTypes() {
  const projects = ['.', 'test/extension'];
  const found = [];
  for (const project of projects) found.push(await faultsOf(project));
  const faults = found.join('');
  if (faults !== '') process.stderr.write(`${faults}\nTypes are wrong. To check them alone: npm run types\n`);
  return faults === '';
}

/** What the compiler says about the project: nothing when its types are right. */
async function faultsOf(project) {
  const state = join('test', '.output', `types-${project.replace(/\W/g, '')}.tsbuildinfo`);
  const child = spawn(
    process.execPath,
    [tsc, '--project', project, '--noEmit', '--incremental', '--tsBuildInfoFile', state],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  // The tests look at the time, the compiler does not.
  setPriority(child.pid, 10);
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (data) => (said += data));
  const [status] = await once(child, 'close');
  return status === 0 ? '' : said || `The compiler ended with ${status}.`;
}
