import { lazyRouteComponent } from '@tanstack/react-router';
import { POLL_MS } from '../api/poll.js';
import { exchange } from '../connection/exchange.js';
import { pagesPath } from '../connection/place.js';
import { Value } from '../connection/value.js';

/** Whether the server has other pages than these. */
export const hasNewVersion = new Value(false);

/** A page that is loaded when somebody goes there, as soon as the server can be reached. */
export const lazyPart = <Part extends Record<string, unknown>, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
) => lazyRouteComponent(() => partOf(load), name);

/** @throws where it is there no more */
async function partOf<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let isAnswering = false; ;) {
    try {
      return await load();
    } catch (error) {
      if (isAnswering) {
        hasNewVersion.set(true);
        throw error;
      }
      isAnswering = await exchange(new Request(pagesPath)).then(
        ({ ok }) => ok,
        () => false,
      );
      if (!isAnswering) await pause();
    }
  }
}

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, POLL_MS);
    addEventListener('online', () => resolve(), { once: true });
  });
