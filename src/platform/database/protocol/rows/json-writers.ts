import { types } from 'pg';
import { wireValues } from './wire-values.js';
import type { JsonBuffer } from './json-buffer.js';

export type WriteValue = (json: JsonBuffer, bytes: Buffer, start: number, end: number) => void;

const {
  BOOL,
  DATE,
  FLOAT8,
  INT2,
  INT4,
  INT8,
  JSON: JSON_TEXT,
  JSONB,
  TEXT,
  TIMESTAMPTZ,
  UUID,
} = types.builtins;
const TEXT_LIST = 1009;
const UUID_LIST = 2951;

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const EMPTY_LIST = Buffer.from('[]');
const QUOTE = Buffer.from('"');
const T = Buffer.from('T');
const Z_QUOTE = Buffer.from('Z"');

const IS_TRUE = 't'.charCodeAt(0);

const same: WriteValue = (json, bytes, start, end) => json.raw(bytes, start, end);
const text: WriteValue = (json, bytes, start, end) => json.text(bytes, start, end);
const flag: WriteValue = (json, bytes, start) => json.raw(bytes[start] === IS_TRUE ? TRUE : FALSE);

function parsed(type: number): WriteValue {
  const parse = wireValues.getTypeParser(type);
  return (json, bytes, start, end) => json.value(parse(bytes.toString('utf8', start, end)));
}

/** Most lists are empty. */
function list(type: number): WriteValue {
  const filled = parsed(type);
  return (json, bytes, start, end) =>
    end - start === '{}'.length ? json.raw(EMPTY_LIST) : filled(json, bytes, start, end);
}

/** Nine of ten instants have all digits of milliseconds, so only the separators differ. */
function instant(): WriteValue {
  const other = parsed(TIMESTAMPTZ);
  const day = '2026-11-21'.length;
  const upToMilliseconds = '2026-11-21 06:30:49.123'.length;
  return (json, bytes, start, end) => {
    if (end - start !== upToMilliseconds + '+00'.length) {
      other(json, bytes, start, end);
      return;
    }
    json.raw(QUOTE);
    json.raw(bytes, start, start + day);
    json.raw(T);
    json.raw(bytes, start + day + 1, start + upToMilliseconds);
    json.raw(Z_QUOTE);
  };
}

const writers = new Map<number, WriteValue>([
  [BOOL, flag],
  [TIMESTAMPTZ, instant()],
  ...[INT2, INT4, FLOAT8, JSON_TEXT, JSONB].map((type) => [type, same] as const),
  ...[TEXT, UUID, DATE, INT8].map((type) => [type, text] as const),
  ...[TEXT_LIST, UUID_LIST].map((type) => [type, list(type)] as const),
]);

/** The JSON of a value is that of a record with it. For most types it is PostgreSQL's text, but for quotes. */
export const writerOf = (type: number): WriteValue => writers.get(type) ?? parsed(type);
