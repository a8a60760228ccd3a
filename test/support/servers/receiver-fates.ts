import type { ServerResponse } from 'node:http';
import type { misbehaviours } from './hostile-receivers.js';

/** Seconds from an attempt to the next one, each up to a fifth longer. */
export const DELAYS = [1, 60];

/** How each attempt ends, status and error class, and after which wait the next one is due, in seconds. */
export interface Fate {
  readonly attempts: readonly (readonly [number | null, string | null])[];
  readonly waits?: readonly number[];
  readonly state?: string;
}

export const twice = (status: number | null, errorClass: string | null = null): Fate => ({
  attempts: [
    [status, errorClass],
    [status, errorClass],
  ],
  waits: DELAYS,
});
const once = (status: number, wait: number): Fate => ({ attempts: [[status, null]], waits: [wait] });
const taken = (status: number): Fate => ({ attempts: [[status, null]], state: 'delivered' });

const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

/** The old form of C's asctime, which has no zone and means UTC all the same. */
function asctime(date: Date): string {
  const [, day, month, year, time] = /, (\d+) (\w+) (\d+) (\S+)/.exec(date.toUTCString()) ?? [];
  return `${date.toUTCString().slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
}

function rfc850(date: Date): string {
  const [, day, month, year, time] = /, (\d+) (\w+) \d\d(\d+) (\S+)/.exec(date.toUTCString()) ?? [];
  const weekday = date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  return `${weekday}, ${day}-${month}-${year} ${time} GMT`;
}

type Answer = (response: ServerResponse, forbiddenUrl: string) => unknown;

const DAY = 86_400;
// A date says whole seconds only.
const UNTIL_DATE = 99;
let heard = 0;

/** What a path of the receiver answers, and what comes of it. */
export const answers: Record<string, { fate: Fate; answer: Answer }> = {
  '500 for ever': { fate: twice(500), answer: (to) => to.writeHead(500).end('down') },
  flaky: {
    fate: {
      attempts: [
        [500, null],
        [200, null],
      ],
      waits: DELAYS.slice(0, 1),
      state: 'delivered',
    },
    answer: (to) => to.writeHead((heard += 1) > 1 ? 200 : 500).end(),
  },
  asleep: { fate: twice(null, 'timed_out'), answer: () => undefined },
  gone: {
    fate: { attempts: [[410, null]], state: 'parked' },
    answer: (to) => to.writeHead(410).end(),
  },
  '429': { fate: twice(429), answer: (to) => to.writeHead(429).end() },
  '429 for 100 seconds': {
    fate: once(429, 100),
    answer: (to) => to.writeHead(429, { 'Retry-After': '100' }).end(),
  },
  '503 for 100 seconds': {
    fate: once(503, 100),
    answer: (to) => to.writeHead(503, { 'Retry-After': ' 100 ' }).end(),
  },
  '503 for longer than a day': {
    fate: once(503, DAY),
    answer: (to) => to.writeHead(503, { 'Retry-After': '99999999999999999999' }).end(),
  },
  '503 until a date': {
    fate: once(503, UNTIL_DATE),
    answer: (to) => to.writeHead(503, { 'Retry-After': inSeconds(100).toUTCString() }).end(),
  },
  '429 until an obsolete date': {
    fate: once(429, UNTIL_DATE),
    answer: (to) => to.writeHead(429, { 'Retry-After': rfc850(inSeconds(100)) }).end(),
  },
  '429 until an even older date': {
    fate: once(429, UNTIL_DATE),
    answer: (to) => to.writeHead(429, { 'Retry-After': asctime(inSeconds(100)) }).end(),
  },
  '503 until next year': {
    fate: once(503, DAY),
    answer: (to) => to.writeHead(503, { 'Retry-After': inSeconds(400 * DAY).toUTCString() }).end(),
  },
  '503 until yesterday': {
    fate: twice(503),
    answer: (to) => to.writeHead(503, { 'Retry-After': inSeconds(-DAY).toUTCString() }).end(),
  },
  '429 for less than nothing': {
    fate: twice(429),
    answer: (to) => to.writeHead(429, { 'Retry-After': '-5' }).end(),
  },
  '429 for whatever that is': {
    fate: twice(429),
    answer: (to) => to.writeHead(429, { 'Retry-After': 'soon; drop table' }).end(),
  },
  '500 with Retry-After': {
    fate: twice(500),
    answer: (to) => to.writeHead(500, { 'Retry-After': '100' }).end(),
  },
  '302 to a forbidden address': {
    fate: twice(302),
    answer: (to, forbiddenUrl) => to.writeHead(302, { Location: forbiddenUrl }).end(),
  },
  '307 to a forbidden address': {
    fate: twice(307),
    answer: (to, forbiddenUrl) => to.writeHead(307, { Location: forbiddenUrl }).end(),
  },
  '200 with a forbidden address': {
    fate: taken(200),
    answer: (to, forbiddenUrl) =>
      to.writeHead(200, { Location: forbiddenUrl, Refresh: `0; url=${forbiddenUrl}` }).end(),
  },
  '204': { fate: taken(204), answer: (to) => to.writeHead(204).end() },
  '299 with hostile headers': {
    fate: taken(299),
    answer: (to) =>
      to
        .writeHead(299, 'OK\t\u00ff', {
          'Set-Cookie': ['a=b', 'c=d'],
          'Content-Type': '\u00ff/\u00fe; charset=nothing',
          'Content-Encoding': 'br',
          'Retry-After': '9'.repeat(4000),
          'X-Object': '__proto__',
        })
        .end(Buffer.from([0, 255, 254, 0])),
  },
};

/** What comes of each misbehaviour below HTTP. */
export const hostile: Record<keyof typeof misbehaviours, Fate> = {
  'answers with a gigabyte': taken(200),
  'answers with chunks without end': taken(200),
  'answers with a bomb of compressed zeros': taken(200),
  'answers one byte now and then': twice(200, 'timed_out'),
  'sends its headers one byte now and then': twice(null, 'timed_out'),
  'says nothing': twice(null, 'timed_out'),
  'resets the connection': twice(null, 'reset'),
  'resets the connection in the middle of its answer': twice(200, 'reset'),
  'hangs up': twice(null, 'reset'),
  'hangs up in the middle of its answer': twice(200, 'reset'),
  'sends headers without end': twice(null, 'invalid_response'),
  'sends one header without end': twice(null, 'invalid_response'),
  'sends trailers without end': twice(200, 'invalid_response'),
  'sends a chunk extension without end': twice(200, 'invalid_response'),
  'sends interim answers without end': twice(null, 'invalid_response'),
  'switches protocols': twice(101, 'invalid_response'),
  'speaks another protocol': twice(null, 'invalid_response'),
  'sends two lengths': twice(null, 'invalid_response'),
};

/** What comes of addresses that nobody may reach or nobody listens at; they were other ones when they were saved. */
export const addresses: Record<string, { fate: Fate; url: string }> = {
  'a private address': { fate: twice(null, 'address_unavailable'), url: 'http://10.0.0.1/' },
  'the metadata of a cloud': {
    fate: twice(null, 'address_unavailable'),
    url: 'http://169.254.169.254/latest/',
  },
  'a database': { fate: twice(null, 'refused_url'), url: 'http://127.0.0.1:22/' },
  'another scheme': { fate: twice(null, 'refused_url'), url: 'file:///etc/passwd' },
};
