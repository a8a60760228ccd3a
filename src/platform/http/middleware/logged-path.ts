import { isId } from '../../values/index.js';
import type { ApiRequest } from '../caller.js';
import type { KnownRoutes } from '../unknown-routes/known-routes.js';

const OTHER = '*';
const MAX_SEGMENTS = 12;

const wordsOfRoutes = new WeakMap<KnownRoutes, ReadonlySet<string>>();

/** Words of routes and ids; the rest is a star, since unknown paths may hold anything. Without the query. */
export function loggedPath(request: ApiRequest, routes: KnownRoutes): string {
  const words = wordsIn(routes);
  const [path = ''] = request.originalUrl.split('?', 1);
  return path
    .split('/', MAX_SEGMENTS)
    .map((segment) => (segment === '' || words.has(segment) || isId(segment) ? segment : OTHER))
    .join('/');
}

function wordsIn(routes: KnownRoutes): ReadonlySet<string> {
  const known = wordsOfRoutes.get(routes);
  if (known) return known;
  const words = new Set(
    routes.paths.flatMap(({ path }) => path.split('/').filter((word) => /^\w/.test(word))),
  );
  wordsOfRoutes.set(routes, words);
  return words;
}
