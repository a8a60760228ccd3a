import { STATUS_CODES } from 'node:http';
import type { BusinessError, NamedKind, RefusalKind } from '../../errors/index.js';
import { listedFaults, shortened } from './faults.js';

const MAX_DETAIL_LENGTH = 8000;

const statuses: Readonly<Record<NamedKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  unprocessable: 422,
  rate_limited: 429,
  unavailable: 503,
};

export const statusOf = (kind: RefusalKind): number => (typeof kind === 'number' ? kind : statuses[kind]);

// In RFC 9110; the others are defined elsewhere.
const sections: Readonly<Record<number, string>> = {
  400: '15.5.1',
  401: '15.5.2',
  402: '15.5.3',
  403: '15.5.4',
  404: '15.5.5',
  405: '15.5.6',
  406: '15.5.7',
  408: '15.5.9',
  409: '15.5.10',
  410: '15.5.11',
  411: '15.5.12',
  412: '15.5.13',
  413: '15.5.14',
  414: '15.5.15',
  415: '15.5.16',
  416: '15.5.17',
  417: '15.5.18',
  421: '15.5.20',
  422: '15.5.21',
  426: '15.5.22',
  500: '15.6.1',
  501: '15.6.2',
  502: '15.6.3',
  503: '15.6.4',
  504: '15.6.5',
};

/** The body has at most 64 KiB. */
export function errorBody(error: BusinessError, requestId: string): { status: number; body: object } {
  const status = statusOf(error.kind);
  if (status === 429) return { status, body: { error: error.message } };
  const { code, operation } = error;
  const trace = { code, request_id: requestId, ...(operation && { operation }) };
  return status === 400
    ? { status, body: { errors: listedFaults(error.members), ...problemOf(status), ...trace } }
    : {
        status,
        body: { ...problemOf(status), detail: shortened(error.message, MAX_DETAIL_LENGTH), ...trace },
      };
}

export const problemOf = (status: number) => ({
  type: sections[status]
    ? `https://www.rfc-editor.org/rfc/rfc9110#section-${sections[status]}`
    : 'about:blank',
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
