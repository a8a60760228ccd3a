import { setTimeout as pause } from 'node:timers/promises';

export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  seconds = 30,
  everyMs = 20,
): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await isSo()); await pause(everyMs)) {
    if (Date.now() > end) throw new Error(`Not within ${seconds} seconds: ${what}`);
  }
}
