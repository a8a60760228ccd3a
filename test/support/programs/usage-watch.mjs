import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into a program before its own code: tells whoever started it what it has used between two messages.
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let before = process.cpuUsage();
let waitedBefore = waitedMs();

process.on('message', (message) => {
  if (message === 'begin') {
    before = process.cpuUsage();
    waitedBefore = waitedMs();
    delay.reset();
    process.send('begun');
    return;
  }
  // A delay is known when it is over.
  setTimeout(() => {
    const { user, system } = process.cpuUsage(before);
    const waited = waitedMs() - waitedBefore;
    process.send({ cpuMs: (user + system) / 1000, delayMs: Math.max(0, delay.max / 1e6 - waited) });
  }, 4);
});
process.channel.unref();

/** For how long the main thread could have run, but other programs had the processors; 0 where the system does not tell. */
function waitedMs() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
