import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

/** Computed once, since helmet's headers are the same for every response. */
export function setSecurityHeaders() {
  const headers = headersOfHelmet();
  return (_request: Request, response: Response, next: NextFunction): void => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

function headersOfHelmet(): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  // Swagger UI is served over plain HTTP too.
  const setHeaders = helmet({
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null, imgSrc: ["'self'", 'data:'] } },
  });
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (fault) => {
    if (fault) throw fault as Error;
  });
  return headers;
}
