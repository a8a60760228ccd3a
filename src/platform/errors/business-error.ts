export type NamedKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'timeout'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'expectation_failed'
  | 'unprocessable'
  | 'rate_limited'
  | 'unavailable';

export type RefusalKind = NamedKind | number;

/** Which of several in one request was refused, counted from 0. */
export interface RefusedOperation {
  readonly index: number;
}

export class BusinessError extends Error {
  headers: Readonly<Record<string, string>> = {};
  operation?: RefusedOperation;

  constructor(
    readonly kind: RefusalKind,
    readonly code: string,
    detail: string,
    /** Messages by member, in the names of the API; only for `invalid`. */
    readonly members: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(detail);
  }

  withHeaders(headers: Readonly<Record<string, string>>): this {
    this.headers = headers;
    return this;
  }
}

export const invalid = (members: Readonly<Record<string, readonly string[]>>): BusinessError =>
  new BusinessError(
    'invalid',
    'request.invalid',
    'One or more members of the request are not valid.',
    members,
  );

export class UnavailableError extends BusinessError {
  /** @param retryAfterSeconds a whole number @param cause for the log */
  constructor(
    code: string,
    detail: string,
    readonly retryAfterSeconds: number,
    override readonly cause: unknown,
  ) {
    super('unavailable', code, detail);
  }
}
