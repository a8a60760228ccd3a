import { pagesPath } from '../connection/place.js';
import { Value } from '../connection/value.js';

/** What a link has behind its #. Neither the history nor the address bar keeps it. */
function take(): string {
  if (location.pathname !== `${pagesPath}/welcome` || location.hash === '') return '';
  const secret = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname);
  return secret;
}

export const linkSecret = new Value(take());

addEventListener('hashchange', () => linkSecret.set(take() || linkSecret.get()));
