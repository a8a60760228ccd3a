import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

// `npm run test:faults -- --restarts 100 <options of jest>`: jest refuses options that it does not know.
const { values, tokens } = parseArgs({
  options: { restarts: { type: 'string' } },
  strict: false,
  allowPositionals: true,
  tokens: true,
});
const restarts = values.restarts === undefined ? undefined : Number(values.restarts);
if (restarts !== undefined && !(Number.isInteger(restarts) && restarts > 0)) {
  process.stderr.write('--restarts must be a whole number: how often PostgreSQL is restarted in each way.\n');
  process.exit(2);
}
const own = tokens.find((token) => token.kind === 'option' && token.name === 'restarts');
const others = process.argv.slice(2);
if (own) others.splice(own.index, own.inlineValue ? 1 : 2);
const jest = join(dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin', 'jest.js');
const { status } = spawnSync(
  process.execPath,
  [jest, '--selectProjects', 'faults', '--maxWorkers=1', ...others],
  {
    stdio: 'inherit',
    env: { ...process.env, ...(restarts && { RESTARTS: String(restarts) }) },
  },
);
process.exit(status ?? 1);
