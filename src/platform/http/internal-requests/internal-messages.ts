import { isUtf8 } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiRequest } from '../caller.js';

export interface InternalRequest {
  readonly method: string;
  /** With the query, percent-encoded. */
  readonly path: string;
  /** In small letters. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Parsed. */
  readonly body?: unknown;
}

export interface InternalResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; empty: none. */
  readonly body: Buffer;
  /** Of a refusal: the names in the path that was found, and in the query. */
  readonly parameters: readonly string[];
}

type Fail = (error: unknown) => void;

type Made<Message, From> = new (from: From) => Message;

// Of the classes of the server: Express would change the prototype of others.
const madeAs = <Message extends object, From>(outer: Message, from: From): Message =>
  new (outer.constructor as Made<Message, From>)(from);

/** As its caller and with the id of the request within which it is made. */
export function internalRequest(
  { method, path, headers, body }: InternalRequest,
  outer: ApiRequest,
  fail: Fail,
): ApiRequest {
  const request = madeAs<ApiRequest, Socket>(outer, outer.socket);
  Object.assign(request.headers, { host: outer.headers.host ?? 'internal', ...headers });
  return Object.assign(request, {
    method,
    url: path,
    complete: true,
    id: outer.id,
    body,
    isGuarded: true,
    internal: { fail },
    ...(outer.caller && { caller: outer.caller }),
  });
}

const NO_TEXT = 'The answer is no text, which JSON cannot hold: decorate the route with @NotInBatch().';

// What belongs to the message that carries it.
const ofMessage = new Set(['content-type', 'content-length', 'cache-control', 'vary']);

export function internalResponse(
  request: ApiRequest,
  outer: ServerResponse,
  onResult: (result: InternalResult) => void,
): ServerResponse {
  const response = madeAs<ServerResponse, ApiRequest>(outer, request);
  const chunks: Buffer[] = [];
  const write = (chunk: unknown, encoding?: unknown): boolean => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, encoding as BufferEncoding | undefined));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    return true;
  };
  const tell = (body: Buffer | undefined): void => {
    const { statusCode: status } = response;
    const parameters = status < 400 ? [] : parametersOf(request);
    if (body) onResult({ status, headers: headersOf(response), body, parameters });
    else request.internal?.fail(new Error(`${request.method} ${request.path}: ${NO_TEXT}`));
  };
  const end = (chunk?: unknown, encoding?: unknown): ServerResponse => {
    if (response.finished) return response;
    write(chunk, encoding);
    response.finished = true;
    Object.defineProperty(response, 'headersSent', { value: true });
    tell(asJson(response, Buffer.concat(chunks)));
    response.emit('finish');
    response.emit('close');
    return response;
  };
  // What Express finds out of an answer first is for who receives it.
  const json = (answer: unknown): ServerResponse => {
    response.setHeader('Content-Type', 'application/json');
    return end(JSON.stringify(answer));
  };
  return Object.assign(response, { write, end, json });
}

/** Text as the JSON of it. @returns undefined of other bytes */
function asJson(response: ServerResponse, sent: Buffer): Buffer | undefined {
  const type = String(response.getHeader('content-type'));
  if (sent.length === 0 || /^application\/([\w.-]+\+)?json\b/.test(type)) return sent;
  return isUtf8(sent) ? Buffer.from(JSON.stringify(sent.toString())) : undefined;
}

const parametersOf = ({ params, query }: ApiRequest): string[] => [
  ...Object.keys(params),
  ...Object.keys(query),
];

// Its types leave it out.
type NamedHeaders = ServerResponse & { getRawHeaderNames(): string[] };

function headersOf(response: ServerResponse): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of (response as NamedHeaders).getRawHeaderNames()) {
    if (!ofMessage.has(name.toLowerCase())) headers[name] = String(response.getHeader(name));
  }
  return headers;
}
