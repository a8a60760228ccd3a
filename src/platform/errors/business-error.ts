/** How a refusal is meant; only platform/http turns it into a status number. */
export type NamedKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'timeout'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media_type'
  | 'expectation_failed'
  | 'unprocessable'
  | 'rate_limited'
  | 'unavailable';

/** A name, or for what has none a status of HTTP from 400 to 499. */
export type RefusalKind = NamedKind | number;

/** A request that a rule refuses. `code` is stable and machine-readable, the message tells a person what to do. */
export class BusinessError extends Error {
  constructor(
    readonly kind: RefusalKind,
    readonly code: string,
    detail: string,
    /** Messages by member, named as the client wrote them; only for `invalid`. */
    readonly members: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(detail);
  }
}

/** Members whose shape is wrong. */
export const invalid = (members: Readonly<Record<string, readonly string[]>>): BusinessError =>
  new BusinessError(
    'invalid',
    'request.invalid',
    'One or more members of the request are not valid.',
    members,
  );

/** What is asked cannot be done at this moment, through no fault of the request: the same one can succeed later. */
export class UnavailableError extends BusinessError {
  /** @param retryAfterSeconds when to try again, a whole number @param cause what happened, for the log */
  constructor(
    code: string,
    detail: string,
    readonly retryAfterSeconds: number,
    override readonly cause: unknown,
  ) {
    super('unavailable', code, detail);
  }
}
