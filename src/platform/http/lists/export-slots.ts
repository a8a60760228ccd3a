import { refusal } from '../../errors/index.js';

export const MAX_EXPORTS = 2;
export const RETRY_SECONDS = 10;

export const listExportsBusy = refusal(
  'rate_limited',
  'list.exports_busy',
  `${MAX_EXPORTS} long exports are running, and more are not possible at a time: try again in ${RETRY_SECONDS} seconds.`,
);

let running = 0;

export function takeExportSlot(): () => void {
  if (running >= MAX_EXPORTS) throw listExportsBusy();
  running += 1;
  let isTaken = true;
  return () => {
    if (isTaken) running -= 1;
    isTaken = false;
  };
}
