import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { isOfApi } from './api-path.js';

/** Sets the headers of helmet, and keeps what the API answers out of caches. They are the same for every answer, so helmet is asked once and not for each. */
export function setSecurityHeaders() {
  const headers = headersOfHelmet();
  return ({ path }: Request, response: Response, next: NextFunction): void => {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (isOfApi(path)) response.setHeader('Cache-Control', 'no-store');
    next();
  };
}

function headersOfHelmet(): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  // Swagger UI is shown over plain HTTP too, so nothing is upgraded to HTTPS.
  const setHeaders = helmet({
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null, imgSrc: ["'self'", 'data:'] } },
  });
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (fault) => {
    if (fault) throw fault as Error;
  });
  return headers;
}
