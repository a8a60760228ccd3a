import { parsedUrl } from '../../../platform/values/index.js';

export const START_PATH = '/app';
export const MAX_RETURN_PATH_LENGTH = 2000;
// Of no machine: only where a path leads to is looked at.
const HERE = 'http://here.invalid';

export const RETURN_PATH_FAULT = 'must be a path below /app, such as /app/tokens';

/** Whether a browser that follows it from a page stays below /app, however it reads it. */
export function isReturnPath(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_RETURN_PATH_LENGTH || !value.startsWith(START_PATH))
    return false;
  // Browsers take a backslash for a slash, and leave out line ends and tabs.
  if (/[\\\u0000-\u0020\u007f]/u.test(value)) return false;
  const url = parsedUrl(HERE + value);
  return url?.origin === HERE && (url.pathname === START_PATH || url.pathname.startsWith(`${START_PATH}/`));
}
