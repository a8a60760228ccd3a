// npm run audit:signatures: compares the signatures of the installed packages with the registry's keys. Ends with 0 when
// they are right, 1 when one is not, and 75 when it could not be found out, because the keys' repository is out of reach.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { judge } from './signature-judgement.mjs';

const words = ['audit', 'signatures', '--json', '--fetch-retries=1'];
const { stdout, stderr } = spawnSync(process.execPath, [process.env.npm_execpath, ...words], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
});
const { status, message } = judge(stdout);
process.stdout.write(`${message}\n`);
if (status === 1) process.stderr.write(stderr);
process.exit(status);
