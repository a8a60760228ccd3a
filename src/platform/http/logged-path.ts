import type { Application } from 'express';
import { isId } from '../values/index.js';
import type { ApiRequest } from './caller.js';
import { routePaths } from './known-routes.js';

const OTHER = '*';
const MOST_SEGMENTS = 12;

const wordsOfRoutes = new WeakMap<Application, ReadonlySet<string>>();

/**
 * The path of a request as the log shows it: words of routes and ids. Everything else is a star, since what a client
 * sends to a path that does not exist may be anything. Without the query.
 */
export function loggedPath(request: ApiRequest): string {
  const words = wordsIn(request.app);
  const [path = ''] = request.originalUrl.split('?', 1);
  return path
    .split('/', MOST_SEGMENTS)
    .map((segment) => (segment === '' || words.has(segment) || isId(segment) ? segment : OTHER))
    .join('/');
}

function wordsIn(app: Application): ReadonlySet<string> {
  const known = wordsOfRoutes.get(app);
  if (known) return known;
  const words = new Set(
    routePaths(app).flatMap((path) => path.split('/').filter((word) => /^\w/.test(word))),
  );
  wordsOfRoutes.set(app, words);
  return words;
}
