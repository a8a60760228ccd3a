// Builds src and migrations into dist, unless what they are made of is the same: npm does it before each command.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { filesIn, upToDate } from './up-to-date.mjs';

const output = 'dist';
const digest = join(output, 'inputs.sha256');
const settings = ['package-lock.json', 'nest-cli.json', '.swcrc', 'tsconfig.json', 'tools/build-program.mjs'];
const steps = [
  'nest build',
  'swc migrations --out-dir dist/migrations --strip-leading-paths --quiet',
  'node tools/remove-stale-output.mjs',
];

const program = filesIn('src', (path) => !path.startsWith(join('src', 'web')));
if (!existsSync(join(output, 'launch.js'))) rmSync(digest, { force: true });
await upToDate(digest, [...program, ...filesIn('migrations'), ...settings], build);

function build() {
  // A build that breaks off leaves no digest behind.
  rmSync(digest, { force: true });
  for (const step of steps) {
    const { status } = spawnSync(step, { stdio: 'inherit', shell: true });
    if (status !== 0) process.exit(status ?? 1);
  }
}
