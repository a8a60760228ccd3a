import { invalid } from '../../errors/index.js';
import type { BodyLimits } from '../limits/body-limits.js';

interface Frame {
  isList: boolean;
  before: number;
  /** Of the member's name, with its first quotation mark. */
  nameFrom: number;
  nameTo: number;
}

const OTHER = 0;
const SPACE = 1;
const QUOTE = 2;
const COMMA = 3;
const OBJECT = 4;
const LIST = 5;
const END = 6;

const kinds = new Uint8Array(256);
const bytesOf: readonly [kind: number, bytes: string][] = [
  [SPACE, ' \t\n\r'],
  [QUOTE, '"'],
  [COMMA, ','],
  [OBJECT, '{'],
  [LIST, '['],
  [END, '}]'],
];
for (const [kind, bytes] of bytesOf) for (const byte of Buffer.from(bytes)) kinds[byte] = kind;

const BACKSLASH = 0x5c;
const MAX_NAME_LENGTH = 100;
const frames: Frame[] = [];

const frameAt = (level: number): Frame =>
  (frames[level] ??= { isList: false, before: 0, nameFrom: 0, nameTo: 0 });

/** Counts before parsing, which can take 0.1 s for a mebibyte. @throws BusinessError 400 that names the place */
export function shapeMustFit(bytes: Uint8Array, limits: BodyLimits): void {
  let level = 0;
  let frame = frameAt(0);
  frame.isList = true;
  frame.before = 0;
  let values = 0;
  let isName = false;
  let isEmpty = false;
  const { length } = bytes;
  for (let at = 0; at < length; at += 1) {
    const kind = kinds[bytes[at] as number];
    if (kind === OTHER) {
      isEmpty = false;
    } else if (kind === QUOTE) {
      const from = at;
      at = endOfText(bytes, at);
      isEmpty = false;
      if (!isName) continue;
      isName = false;
      frame.nameFrom = from;
      frame.nameTo = at;
    } else if (kind === COMMA) {
      frame.before += 1;
      values += 1;
      isName = !frame.isList;
      const most = frame.isList ? limits.items : limits.members;
      if (frame.before >= most) {
        const what = frame.isList ? 'items' : 'members';
        throw wrongShape(bytes, level, `must have at most ${most} ${what}`);
      }
      if (values > limits.values) break;
    } else if (kind === OBJECT || kind === LIST) {
      if (level === limits.levels) {
        throw wrongShape(bytes, level + 1, `must not be nested deeper than ${limits.levels} levels`);
      }
      level += 1;
      frame = frameAt(level);
      frame.isList = kind === LIST;
      frame.before = 0;
      isName = !frame.isList;
      isEmpty = true;
    } else if (kind === END) {
      if (!isEmpty) values += 1;
      isEmpty = false;
      if (level > 0) level -= 1;
      frame = frameAt(level);
    }
  }
  if (values > limits.values) {
    throw invalid({ body: [`must have at most ${limits.values} members and items in all`] });
  }
}

function endOfText(bytes: Uint8Array, quote: number): number {
  const mark = bytes[quote];
  let at = quote + 1;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === mark) break;
    at += byte === BACKSLASH ? 2 : 1;
  }
  return at;
}

function wrongShape(bytes: Uint8Array, level: number, message: string): Error {
  const parts = frames.slice(1, level).map(({ isList, before, nameFrom, nameTo }) => {
    return isList ? `[${before}]` : `.${nameIn(bytes, nameFrom, nameTo)}`;
  });
  return invalid({ [parts.join('').replace(/^\./, '') || 'body']: [message] });
}

function nameIn(bytes: Uint8Array, from: number, to: number): string {
  const text = Buffer.from(bytes.subarray(from + 1, Math.min(to, from + 1 + MAX_NAME_LENGTH * 6))).toString();
  let name = text;
  try {
    name = JSON.parse(`"${text}"`) as string;
  } catch {
    // Cut off within an escape sequence, or no JSON.
  }
  return name.slice(0, MAX_NAME_LENGTH);
}
