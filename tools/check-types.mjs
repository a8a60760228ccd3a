import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

// The types of the project and of the extension that it tests. What is as it was at the last check is not checked again.
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const projects = ['.', 'test/extension'];

/** Whether the types are right. What the compiler says stands on stderr. */
export async function checkTypes() {
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
  // Tests that run beside it look at the time, the compiler does not.
  setPriority(child.pid, 10);
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (data) => (said += data));
  const [status] = await once(child, 'close');
  return status === 0 ? '' : said || `The compiler ended with ${status}.`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href && !(await checkTypes())) process.exitCode = 1;
