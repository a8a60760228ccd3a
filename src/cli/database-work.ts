import { explainFault } from '../backup/backup-fault.js';
import type { Settings } from '../platform/config/settings.js';
import { STANDARD_ERROR } from '../platform/logging/index.js';
import { loadSettings, reachDatabase, type Foundation } from '../program.js';

const STOPPED = 130;
const FAULT = 2;
const STOPPING_MS = 5000;

interface DatabaseWork {
  /** Refuses what can be seen to be wrong before a database is reached, or made. */
  readonly before: (settings: Settings) => void | Promise<void>;
  readonly work: (foundation: Foundation, signal: AbortSignal) => Promise<void>;
}

/** Works on the database as it is, without migrations. Expected faults end with a sentence and 2, Ctrl-C with 130. */
export async function onDatabase({ before, work }: DatabaseWork): Promise<void> {
  const stop = new AbortController();
  try {
    const settings = loadSettings(STANDARD_ERROR);
    await before(settings);
    const foundation = await reachDatabase(settings);
    let isOver = false;
    const working = work(foundation, stop.signal).finally(() => (isOver = true));
    foundation.beforeEnd(async () => {
      if (isOver) return;
      process.exitCode = STOPPED;
      process.stderr.write('Stopped.\n');
      stop.abort();
      const deadline = new Promise((resolve) => setTimeout(resolve, STOPPING_MS).unref());
      await Promise.race([working.catch(() => undefined), deadline]);
    });
    await working.finally(() => foundation.end());
  } catch (error) {
    if (stop.signal.aborted) return;
    const sentence = explainFault(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = FAULT;
  }
}
