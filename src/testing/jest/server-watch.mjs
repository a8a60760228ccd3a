import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Waits until the test run closes the pipe or dies, then makes sure that no server and no file is left behind.
const directory = process.argv[2];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.stdin.resume();
process.stdin.on('error', () => {});
await new Promise((resolve) => process.stdin.once('close', resolve));

const pid = await findServer();
if (pid) {
  for (const signal of ['SIGQUIT', 'SIGKILL']) {
    if (!send(pid, signal)) break;
    for (let i = 0; i < 50 && send(pid, 0); i++) await sleep(100);
  }
}
await rm(directory, { recursive: true, force: true, maxRetries: 5 });

async function findServer() {
  const inside = await readdir(directory).catch(() => []);
  for (const candidate of ['.', ...inside]) {
    const text = await readFile(join(directory, candidate, 'postmaster.pid'), 'utf8').catch(() => '');
    if (Number(text.split('\n')[0]) > 0) return Number(text.split('\n')[0]);
  }
  return undefined;
}

function send(target, signal) {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}
