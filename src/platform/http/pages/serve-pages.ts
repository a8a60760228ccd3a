import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import { programVersion } from '../../config/program-version.js';
import type { Settings } from '../../config/settings.js';
import type { ApiRequest } from '../caller.js';
import { pagesNotBuilt, requestUnknownPath } from '../errors/request-refusals.js';
import type { Handler } from '../middleware/compose-middleware.js';
import { encodings, type Asset, type Encoding, type PageFiles } from './page-files.js';

const ROOT = '/app';
const PAGE = /^\/app(\/(?!session(\/|$)).*)?$/;
const IN_A_YEAR = 'public, max-age=31536000, immutable';

const policy = (nonce: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ');

/**
 * The web application, before the limits: its files cost nothing, and a page without one of them is broken.
 * @param files null: each page says that nothing is built
 */
export function servePages(files: PageFiles | null, { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): Handler {
  const index = files?.index
    .replaceAll('__BASE__', `${new URL(PUBLIC_URL).pathname.replace(/\/$/, '')}${ROOT}/`)
    .replaceAll('__VERSION__', programVersion());
  return (request, response, next) => {
    if (!isPage(request)) return next();
    if (!files || index === undefined) return next(pagesNotBuilt());
    const name = request.path.slice(ROOT.length + 1);
    if (!/^assets(\/|$)/.test(name)) return sendIndex(index, response);
    const asset = files.assets.get(name);
    if (asset) sendAsset(asset, name, request, response);
    // By this answer a page of an earlier version knows that it is one.
    else next(requestUnknownPath(request.path));
  };
}

const isPage = ({ method, path }: ApiRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && PAGE.test(path);

function sendIndex(index: string, response: Response): void {
  const nonce = randomBytes(16).toString('base64');
  response.setHeader('Content-Security-Policy', policy(nonce));
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Cache-Control', 'no-store');
  response.type('html').send(index.replaceAll('__NONCE__', nonce));
}

function sendAsset({ plain, encoded }: Asset, name: string, request: ApiRequest, response: Response): void {
  const accepted = request.acceptsEncodings(...(Object.keys(encodings) as Encoding[]));
  const body = accepted === false ? undefined : encoded[accepted as Encoding];
  if (body) response.setHeader('Content-Encoding', accepted as Encoding);
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Cache-Control', IN_A_YEAR);
  response.type(name.slice(name.lastIndexOf('.'))).send(body ?? plain);
}
