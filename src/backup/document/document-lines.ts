import { createHash } from 'node:crypto';
import { columnList, FORMAT, quoted, type Footer, type Header, type TableShape } from './format.js';

// psql skips lines of JSON as comments.
const COMMENT = '-- ';

/** Ends COPY data; no row can equal it. */
export const END_OF_ROWS = '\\.';

export const beginOfRows = (table: TableShape): string =>
  `COPY ${quoted(table)} (${columnList(table)}) FROM stdin;`;

/** Has a checksum of its own, because it is used before the rest is verified. */
export function writeHeader(header: Header): string {
  const text = JSON.stringify(header);
  return COMMENT + JSON.stringify({ ...header, sha256: sha256Of(text) });
}

export function readHeader(line: string): { header: Header; isWhole: boolean } | null {
  const content = readComment<Header & { sha256: string }>(line);
  if (content?.format !== FORMAT) return null;
  const { sha256, ...header } = content;
  return { header, isWhole: sha256 === sha256Of(JSON.stringify(header)) };
}

export const writeFooter = (footer: Footer): string => COMMENT + JSON.stringify(footer);

export const readFooter = (line: string): Footer | null => readComment<Footer>(line);

function readComment<Content>(line: string): Content | null {
  if (!line.startsWith(COMMENT)) return null;
  try {
    return JSON.parse(line.slice(COMMENT.length)) as Content;
  } catch {
    return null;
  }
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
