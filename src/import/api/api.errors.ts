import { ImportFault } from '../import-fault.js';

/** The API's refusal of one record; the others may go through. */
export class ApiRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** An earlier try got no clear answer, so the record may be there because of it. */
    readonly wasUncertain = false,
  ) {
    super(message);
  }
}

/** Tells what refuses one record from what would refuse every record. */
export function refusalOf(status: number, body: unknown, request: string, wasUncertain = false): Error {
  const reason = describeBody(body) ?? `the API answered ${status}`;
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
      return new ApiRefusal(status, reason, wasUncertain);
  }
}

function describeBody(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { errors, detail, title, status, request_id: requestId } = body as Readonly<Record<string, unknown>>;
  if (typeof errors === 'object' && errors !== null) {
    return Object.entries(errors)
      .map(([member, messages]) => `${member}: ${[messages].flat().join(', ')}`)
      .join('; ');
  }
  const reason = [detail, title].find((text): text is string => typeof text === 'string' && text !== '');
  // The API asks for this id when the failure is its own.
  return reason !== undefined && status === 500 && typeof requestId === 'string'
    ? `${reason} (request_id ${requestId})`
    : reason;
}
