/** How a refusal is meant; only platform/http turns it into a status number. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media_type'
  | 'unprocessable'
  | 'rate_limited';

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

/** A business rule refuses what was asked, as things stand now. */
export const conflict = (code: string, detail: string): BusinessError =>
  new BusinessError('conflict', code, detail);

/** The request points to something the organization does not have, or that cannot be used this way. */
export const unprocessable = (code: string, detail: string): BusinessError =>
  new BusinessError('unprocessable', code, detail);

/** The path names something the organization does not have. */
export const notFound = (code: string, detail: string): BusinessError =>
  new BusinessError('not_found', code, detail);

/** Members whose shape is wrong. */
export const invalid = (members: Readonly<Record<string, readonly string[]>>): BusinessError =>
  new BusinessError(
    'invalid',
    'request.invalid',
    'One or more members of the request are not valid.',
    members,
  );
