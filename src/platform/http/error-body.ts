import { STATUS_CODES } from 'node:http';
import type { BusinessError, RefusalKind } from '../errors/index.js';

export const statusOf: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  rate_limited: 429,
};

const sections: Readonly<Record<number, string>> = {
  400: '15.5.1',
  401: '15.5.2',
  403: '15.5.4',
  404: '15.5.5',
  405: '15.5.6',
  409: '15.5.10',
  413: '15.5.14',
  415: '15.5.16',
  422: '15.5.21',
};

/** The status and the body that a refusal is answered with. */
export function errorBody(error: BusinessError, requestId: string): { status: number; body: object } {
  const status = statusOf[error.kind];
  if (error.kind === 'rate_limited') return { status, body: { error: error.message } };
  const trace = { code: error.code, request_id: requestId };
  return error.kind === 'invalid'
    ? { status, body: { errors: error.members, ...problemOf(status), ...trace } }
    : { status, body: { ...problemOf(status), detail: error.message, ...trace } };
}

/** What every body of a status says. */
export const problemOf = (status: number) => ({
  type: `https://www.rfc-editor.org/rfc/rfc9110#section-${sections[status]}`,
  title: STATUS_CODES[status],
  status,
});

export const failureBody = (requestId: string): { status: number; body: object } => ({
  status: 500,
  body: {
    title: STATUS_CODES[500],
    status: 500,
    detail: 'Something failed inside. Try again; if it stays, report the request_id.',
    code: 'server.failed',
    request_id: requestId,
  },
});
