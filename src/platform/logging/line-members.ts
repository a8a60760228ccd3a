import { WITHHELD } from './clean-text.js';
import { describeError, isError } from './error-description.js';

type Members = Readonly<Record<string, unknown>>;

// Text members that contain no personal data. Add new ones here.
const writtenTexts = new Set(['method', 'path', 'address', 'topic', 'subscriber', 'code', 'state', 'status']);
const nameOfIds = /^(?:context|ids?)$|Ids?$|_ids?$/;
const plainId = /^[\w.:-]{1,64}$/;

const MAX_DEPTH = 4;
const MAX_ITEMS = 20;

/** Keeps errors, ids, numbers and the texts listed above; withholds other text, which may be personal. */
export function lineMembers(members: Members, depth = 0): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const name of Object.keys(members)) {
    written[name] = name === 'err' ? describeError(members[name]) : valueOf(name, members[name], depth);
  }
  return written;
}

function valueOf(name: string, value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
      return isWritten(name, value) ? value : WITHHELD;
    case 'object':
      return value === null ? null : insideOf(name, value, depth + 1);
    case 'symbol':
    case 'function':
      return WITHHELD;
    default:
      return value;
  }
}

function insideOf(name: string, value: object, depth: number): unknown {
  if (isError(value)) return describeError(value);
  if (depth > MAX_DEPTH) return WITHHELD;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => valueOf(name, item, depth));
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || prototype === Object.prototype;
  return isPlain ? lineMembers(value as Members, depth) : WITHHELD;
}

const isWritten = (name: string, value: string): boolean =>
  writtenTexts.has(name) || (nameOfIds.test(name) && plainId.test(value));
