import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const MEASURED_MS = 1000;
const SPIN = `const end = Date.now() + ${MEASURED_MS}; while (Date.now() < end);`;

/** For a machine that may have other things to do: so many times as far are limits in seconds, and what one time is of another. */
export const ALLOWANCE = Number(process.env.FAULTS_SLACK ?? 1);

/**
 * How many times as far limits in seconds are now, which are those of a machine with nothing else to do: by the share of
 * the processors that this process gets in a second, and by {@link ALLOWANCE}. At least 1.
 */
export async function slackNow(): Promise<number> {
  const threads = availableParallelism();
  const began = performance.now();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: threads }, () => once(new Worker(SPIN, { eval: true }), 'exit')));
  const { user, system } = process.cpuUsage(before);
  const given = (performance.now() - began) * threads;
  const taken = Math.min((user + system) / 1000, given);
  return ALLOWANCE * (given / taken);
}

/** The limit for what took so long. How busy the machine is, is only measured when that passes the limit of an idle one. */
export const limitFor = async (took: number, limit: number): Promise<number> =>
  took < limit ? limit : limit * (await slackNow());
