import { ImportFault } from '../import-fault.js';

/** Refuses one record; others may succeed. */
export class ApiRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** What a 400 names, such as `id[0]`. */
    readonly places: readonly string[] = [],
  ) {
    super(message);
  }
}

/** Separates refusals of one record from those of all. */
export function refusalOf(status: number, body: unknown, request: string): Error {
  const reason = describeBody(body) ?? `the API responded with ${status}`;
  switch (status) {
    case 401:
      return new ImportFault(
        'The API does not know this token: pass a valid one with --token or PLANNING_API_TOKEN.',
      );
    case 403:
      return new ImportFault(`This token may not do ${request}: ${reason}`);
    case 502:
    case 503:
    case 504:
      return new ImportFault(
        `The API is not available (${request}: ${status}); start the import again later.`,
      );
    default:
      return new ApiRefusal(status, reason, Object.keys(errorsOf(body) ?? {}));
  }
}

// The file and line of the row say it better.
const placeInCall = /^(operations\[\d+\]\.(body\.?)?|entries\[\d+\]\.)/;

function describeBody(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { detail, title, status, request_id: requestId } = body as Readonly<Record<string, unknown>>;
  const errors = errorsOf(body);
  if (errors) {
    return Object.entries(errors)
      .map(([member, messages]) => `${member.replace(placeInCall, '')}: ${[messages].flat().join(', ')}`)
      .join('; ');
  }
  const reason = [detail, title].find((text): text is string => typeof text === 'string' && text !== '');
  // The API asks for this id in its error message.
  return reason !== undefined && status === 500 && typeof requestId === 'string'
    ? `${reason} (request_id ${requestId})`
    : reason;
}

function errorsOf(body: unknown): object | undefined {
  const { errors } = (body ?? {}) as { readonly errors?: unknown };
  return typeof errors === 'object' && errors !== null ? errors : undefined;
}
