import { spawnSync } from 'node:child_process';

// What each check of the code says when it fails, beside the faults that it found.
const checks = [
  ['check:format', 'The format differs. To put it right: npm run format'],
  ['lint', 'The rules of the code are broken. To put right what can be without you: npm run lint -- --fix'],
  ['types', 'Types are wrong. To check them alone: npm run types'],
];

for (const [script, advice] of checks) {
  const { status } = spawnSync(`npm run --silent ${script}`, { stdio: 'inherit', shell: true });
  if (status !== 0) {
    process.stderr.write(`\n${advice}\n`);
    process.exitCode = 1;
  }
}
