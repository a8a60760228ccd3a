interface ErrorBody {
  readonly code?: string;
  readonly detail?: string;
  readonly error?: string;
  readonly title?: string;
  readonly request_id?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** What an action came to that was not done. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly code: string,
    message: string,
    readonly status = 0,
    readonly requestId: string | null = null,
    /** By the name of the member, as it was sent. */
    readonly faults: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(message);
  }

  static async of(response: Response): Promise<Problem> {
    const text = await response.text();
    const body = parsed(text) ?? {};
    const { code = `status.${response.status}`, errors = {}, request_id, detail, error, title } = body;
    const words = detail ?? error ?? title ?? `The server responded with ${response.status}.`;
    const requestId = request_id ?? response.headers.get('X-Request-Id');
    return new Problem(code, words, response.status, requestId, errors);
  }
}

export const OFFLINE = 'connection.lost';
export const CANCELLED = 'sign_in.cancelled';
export const SIGNED_OUT = 'session.ended';

export const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem('page.failed', (error as Error).message);

export const isProblem = (error: unknown, code: string): boolean =>
  error instanceof Problem && error.code === code;

function parsed(text: string): ErrorBody | null {
  try {
    return JSON.parse(text) as ErrorBody;
  } catch {
    return null;
  }
}
