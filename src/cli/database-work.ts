import { explainFault } from '../backup/backup-fault.js';
import type { ProgramSettings } from '../contexts.js';
import { STANDARD_ERROR } from '../platform/logging/index.js';
import { loadSettings, reachDatabase, type PreparedProcess } from '../start/prepared-process.js';

const STOPPED = 130;
const FAULT = 2;
const STOPPING_MS = 5000;

interface DatabaseWork {
  /** Refuses what can be seen to be wrong before a database is reached, or made. */
  readonly before: (settings: ProgramSettings) => void | Promise<void>;
  readonly work: (prepared: PreparedProcess, signal: AbortSignal) => Promise<void>;
}

/** Runs no migrations. Exits with a sentence and 2 for expected faults, with 130 for Ctrl-C. */
export async function onDatabase({ before, work }: DatabaseWork): Promise<void> {
  const stop = new AbortController();
  try {
    const settings = await loadSettings({ logOutput: STANDARD_ERROR });
    await before(settings);
    const prepared = await reachDatabase(settings);
    let isOver = false;
    const working = work(prepared, stop.signal).finally(() => (isOver = true));
    prepared.beforeEnd(async () => {
      if (isOver) return;
      process.exitCode = STOPPED;
      process.stderr.write('Stopped.\n');
      stop.abort();
      const deadline = new Promise((resolve) => setTimeout(resolve, STOPPING_MS).unref());
      await Promise.race([working.catch(() => undefined), deadline]);
    });
    await working.finally(() => prepared.end());
  } catch (error) {
    if (stop.signal.aborted) return;
    const sentence = explainFault(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = FAULT;
  }
}
