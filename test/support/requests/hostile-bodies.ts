import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { largestBody, membersOf, type Schema } from './described-operations.js';

export interface HostileBody {
  readonly name: string;
  readonly bytes: Buffer;
  /** The value of Content-Encoding. */
  readonly encoding?: string;
}

const MIB = 1024 * 1024;

/** So many pieces that the text has nearly 1 MiB, each made of its number. */
function pieces(open: string, piece: (index: number) => string, close: string): string {
  const parts: string[] = [];
  let length = open.length + close.length;
  for (let index = 0; ; index += 1) {
    const part = piece(index);
    length += Buffer.byteLength(part) + 1;
    if (length > MIB) return open + parts.join(',') + close;
    parts.push(part);
  }
}

const list = (item: string): string => pieces('[', () => item, ']');
const object = (member: (index: number) => string): string => pieces('{', member, '}');
const nested = (open: string, close: string, inside = ''): string => {
  const times = Math.floor((MIB - inside.length) / (open.length + close.length));
  return open.repeat(times) + inside + close.repeat(times);
};

/** Bodies of 1 MiB that are wrong wherever they are sent. */
const whole: Readonly<Record<string, string>> = {
  'a list of empty objects': list('{}'),
  'a list of empty lists': list('[]'),
  'a list of lists of lists': list('[[[[[[[[{}]]]]]]]]'),
  'a list of numbers': list('0'),
  'a list of nulls': list('null'),
  'a list of numbers that are none': list('1e999999'),
  'a list of objects with a member each': pieces('[', (index) => `{"m${index}":${index}}`, ']'),
  'lists in lists': nested('[', ']'),
  'objects in objects': nested('{"a":', '}', '1'),
  'lists without an end': '['.repeat(MIB),
  'unknown members': object((index) => `"unknown${index}":0`),
  'members that are numbered': object((index) => `"${index}":0`),
  'members with the largest indexes': object((index) => `"${4294967294 - index * 7919}":0`),
  'one member again and again': object(() => '"name":0'),
  'members that every object has': object((index) => `"${index % 2 ? '__proto__' : 'constructor'}":{}`),
  'a member of unknown members': `{"metadata":${object((index) => `"key${index}":0`).slice(0, -20)}}}`,
  'members with names of escapes': object((index) => `"${'\\u0061'.repeat(50)}${index}":[]`),
  'a member with a name of 1 MiB': `{"${'n'.repeat(MIB - 6)}":0}`,
  'lists below a name of half a mebibyte': `{"${'n'.repeat(MIB / 2)}":[${'[{}],'.repeat(900)}[]]}`,
  'a number of a million digits': '1'.repeat(MIB),
  'a fraction of a million digits': `0.${'1'.repeat(MIB - 2)}`,
  'text of 1 MiB': `"${'x'.repeat(MIB - 2)}"`,
  'text of escapes': `"${'\\n'.repeat(MIB / 2 - 1)}"`,
  'text of half characters': `"${'\\ud800'.repeat(174_762)}"`,
  'text that is JSON': JSON.stringify('{"a":['.repeat(131_070)),
  'nothing but spaces': ' '.repeat(MIB),
  'spaces between brackets': `[${' '.repeat(MIB - 2)}]`,
  'a list of objects, 20,000 in all': `[${`{"a":[${'{},'.repeat(19)}{}]},`.repeat(999)}{}]`,
};

/** Those that differ when they are compressed: in how well, or in what they cost. */
const compressed = [
  'a list of empty objects',
  'a list of objects with a member each',
  'lists in lists',
  'unknown members',
  'a member of unknown members',
];

const gzip = (text: string): Buffer => gzipSync(text, { level: 9 });
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** The same for every operation, plain and compressed. */
export const hostileBodies: readonly HostileBody[] = [
  ...Object.entries(whole).map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
  ...compressed.map((name) => ({
    name: `${name}, gzip`,
    bytes: gzip(whole[name] ?? ''),
    encoding: 'gzip',
  })),
  { name: 'a bomb of br', bytes: brotliCompressSync(Buffer.alloc(64 * MIB, '{},'), quick), encoding: 'br' },
  { name: 'a bomb of deflate', bytes: deflateSync(Buffer.alloc(64 * MIB, '{},')), encoding: 'deflate' },
  {
    name: 'a million bytes of empty gzip streams',
    bytes: Buffer.concat(Array<Buffer>(50_000).fill(gzip(''))),
    encoding: 'gzip',
  },
  {
    name: 'bytes after the gzip stream',
    bytes: Buffer.concat([gzip('{}'), Buffer.alloc(MIB / 2)]),
    encoding: 'gzip',
  },
];

/** What is put into the place of a member, given how many members share the mebibyte. */
const values: Readonly<Record<string, (share: number) => string>> = {
  'long text': (share) => `"${'x'.repeat(share)}"`,
  'text of spaces': (share) => `"${' '.repeat(share)}"`,
  'text of combining characters': (share) => `"${'\u0301\u0323'.repeat(share / 4)}"`,
  'text of pairs': (share) => `"${'👍'.repeat(share / 4)}"`,
  'text that looks like an address': (share) => `"https://${'a.'.repeat(share / 2)}@${'a'.repeat(40)}"`,
  'a list of texts': (share) => `[${`"${'x'.repeat(Math.floor(share / 1000))}",`.repeat(900)}""]`,
  'a list of empty objects': () => `[${'{},'.repeat(999)}{}]`,
  'a list of lists': () => `[${'[[[[]]]],'.repeat(500)}[]]`,
  'an object of unknown members': () =>
    `{${Array.from({ length: 200 }, (_, index) => `"unknown${index}":{}`).join(',')}}`,
};

/** Bodies that have the members of the operation, each with what is wrong, and no more of it than is looked at. */
export function hostileMembersOf(schema: Schema): HostileBody[] {
  const names = Object.keys(membersOf(schema));
  const share = Math.floor(1_000_000 / names.length);
  const bodies = Object.entries(values).map(([name, value]) => {
    const text = `{${names.map((member) => `"${member}":${value(share)}`).join(',')}}`;
    return { name: `${name} in every member`, bytes: Buffer.from(schema.items ? `[${text}]` : text) };
  });
  const most = Buffer.from(JSON.stringify(largestBody(schema, () => ({ unknown: [] }))));
  return [...bodies, { name: 'as many items as may be, all wrong', bytes: most }];
}
