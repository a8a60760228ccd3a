import { exchange } from './exchange.js';
import { sessionAddress } from './place.js';
import { isProblem, Problem, SIGNED_OUT } from './problem.js';
import { Value } from './value.js';

// A request that is sent with a token needs it until it is looked at.
const MARGIN_MS = 20_000;

interface SessionToken {
  readonly token: string;
  readonly endsAt: number;
}

interface SessionTokenAnswer {
  readonly token: string;
  readonly expires_date: string;
  readonly me: unknown;
}

type News = 'signed-in' | 'signed-out';

const tabs = new BroadcastChannel('session');

let held: SessionToken | null = null;
let coming: Promise<SessionToken> | null = null;
let hadOne = false;

let asked: () => void;
/** Over when the first request for a token has been made. */
export const firstRequest = new Promise<void>((resolve) => (asked = resolve));

/** Counts up whenever somebody signs in or out here or in another tab, so that pages begin anew. */
export const sessionNumber = new Value(0);

/** Who is signed in, as `GET /v1/me` says it: it comes with each token. */
export const signedIn = new Value<unknown>(null);

/** Whether the server has said that nobody is signed in. */
export const isSignedOut = new Value(false);

tabs.onmessage = ({ data }: MessageEvent<News>) => begin(data);

/** Beside the API, with the cookie of the session. @throws Problem */
export async function postToSession<Answer = void>(path: string, body: object = {}): Promise<Answer> {
  const response = await send(path, body);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

/** Taken when a request needs it, and kept in memory only. @throws Problem `session.ended` */
export async function sessionToken(): Promise<string> {
  if (held && held.endsAt > performance.now()) return held.token;
  coming ??= inTurn(newToken).finally(() => (coming = null));
  return (await coming).token;
}

export function forgetToken(token: string): void {
  if (held?.token === token) held = null;
}

export function tellTabs(news: News): void {
  tabs.postMessage(news);
  begin(news);
}

function begin(news: News): void {
  held = null;
  isSignedOut.set(news === 'signed-out');
  sessionNumber.set(sessionNumber.get() + 1);
}

/** One tab after the other: the answer may bring another cookie, with which the next one must come. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  // Absent where the pages come over plain HTTP from another machine.
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request('session', () => work()) : work();
}

async function newToken(mayHaveAnother = hadOne): Promise<SessionToken> {
  try {
    return await takeToken();
  } catch (error) {
    if (!isProblem(error, SIGNED_OUT)) throw error;
    // After a sign-in in another tab this browser has another cookie.
    if (mayHaveAnother) return newToken(false);
    isSignedOut.set(true);
    throw error;
  }
}

async function takeToken(): Promise<SessionToken> {
  const sent = send('token', {});
  asked();
  const response = await sent;
  const { token, expires_date, me } = (await response.json()) as SessionTokenAnswer;
  // By the clock of the server, since that of this machine may be wrong.
  const lifetime = Date.parse(expires_date) - Date.parse(response.headers.get('Date') ?? '');
  held = { token, endsAt: performance.now() + lifetime - MARGIN_MS };
  hadOne = true;
  signedIn.set(me);
  return held;
}

async function send(path: string, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await exchange(
    new Request(sessionAddress(path), { method: 'POST', body: JSON.stringify(body), headers }),
  );
  if (!response.ok) throw await Problem.of(response);
  return response;
}
