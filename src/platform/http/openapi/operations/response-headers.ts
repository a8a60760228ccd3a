import type { Description, Operation } from '../model/description-model.js';

const count = { type: 'integer', minimum: 0 };

const headers = {
  'X-Request-Id': {
    description:
      'Id of the request: the one that was sent in this header, or a new one. Tell it when you report a fault.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,64}$' },
  },
  'RateLimit-Policy': {
    description:
      'The limits that count for the request: `q` requests in each window of `w` seconds (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
    example: '"user";q=100;w=60, "organization";q=1000;w=60',
  },
  RateLimit: {
    description: 'What is left: `r` requests until the window ends in `t` seconds.',
    schema: { type: 'string' },
    example: '"user";r=99;t=60, "organization";r=999;t=60',
  },
  'Retry-After': { description: 'Seconds to wait before the request is sent again.', schema: count },
  Link: {
    description:
      'Paths of other pages of the list (RFC 8288): next, prev, first, last, as far as they are known. An export has none.',
    schema: { type: 'string' },
    example: '</v1/clients?page=2>; rel="next", </v1/clients?page=1>; rel="first"',
    required: false,
  },
  ETag: {
    description:
      'The version of the record: its modified_date, and behind it a digest of the answer where that has derived members.',
    schema: { type: 'string' },
    example: '"2026-11-21T06:30:00.000Z"',
  },
  PresentETag: {
    description: 'The version that the record has, where there is one.',
    schema: { type: 'string' },
    example: '"2026-11-21T06:30:00.000Z"',
    required: false,
  },
  RetryOfRepeat: {
    description: 'With `idempotency.in_progress`: seconds to wait before the request is sent again.',
    schema: count,
    required: false,
  },
  'Idempotent-Replayed': {
    description: 'This is the kept answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    required: false,
  },
  'Validate-Only': {
    description:
      'Nothing of it is kept, because the request has `validate_only=true`. A refused one has the header too.',
    schema: { type: 'string', enum: ['true'] },
    required: false,
  },
  Location: {
    description: 'Path of what was created.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string' },
    example: 'ApiKey realm="api", header="X-API-KEY"',
  },
} as const;

type Name = keyof typeof headers;

/** Where a component has another name than its header. */
const headerNames: Partial<Record<Name, string>> = { PresentETag: 'ETag', RetryOfRepeat: 'Retry-After' };

const limited: readonly Name[] = ['RateLimit-Policy', 'RateLimit'];

const ofStatus: Readonly<Record<string, readonly Name[]>> = {
  201: ['Location'],
  401: ['WWW-Authenticate'],
  412: ['PresentETag'],
  429: ['Retry-After'],
};

// Internal errors and incomplete requests may come before the limit is counted.
const isCounted = (path: string, status: string): boolean =>
  path.startsWith('/v1/') && status !== '408' && Number(status) < 500;

const ofWrites: readonly Name[] = ['Idempotent-Replayed', 'Validate-Only'];

/** @param isVersioned whether what it answers has a version */
export function describeHeaders(path: string, operation: Operation, isVersioned: boolean): void {
  const { responses, parameters = [] } = operation;
  const isWrite = parameters.some(({ name }) => name === 'Idempotency-Key');
  const isList = responses['200']?.content?.['text/csv'] !== undefined;
  for (const [status, response] of Object.entries(responses)) {
    const names: Name[] = [
      'X-Request-Id',
      ...(isCounted(path, status) ? limited : []),
      ...(ofStatus[status] ?? []),
      ...(isVersioned && ['200', '201', '202', '304'].includes(status) ? (['ETag'] as const) : []),
      ...(isWrite && status.startsWith('2') ? ofWrites : []),
      ...(isWrite && status === '409' ? (['RetryOfRepeat'] as const) : []),
      ...(status === '200' && isList ? (['Link'] as const) : []),
      ...(status === '503' && path.startsWith('/v1/') ? (['Retry-After'] as const) : []),
    ];
    response.headers = Object.fromEntries(
      names.map((name) => [headerNames[name] ?? name, { $ref: `#/components/headers/${name}` }]),
    );
  }
}

export function addHeaders({ components }: Description): void {
  components.headers = Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, { required: true, ...header }]),
  );
}
