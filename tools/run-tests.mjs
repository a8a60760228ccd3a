import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { checkTypes } from './check-types.mjs';

// `npm test -- <options of jest>`: the tests, and beside them the types, which Node leaves out when it runs the tests.
const require = createRequire(import.meta.url);
const jest = join(dirname(require.resolve('jest/package.json')), 'bin', 'jest.js');

const typesAreRight = checkTypes();
const tests = spawn(process.execPath, [jest, ...process.argv.slice(2)], { stdio: 'inherit' });
const [status] = await once(tests, 'exit');
process.exitCode = (await typesAreRight) && status === 0 ? 0 : status || 1;
