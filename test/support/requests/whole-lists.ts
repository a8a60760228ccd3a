import type { ApiDescription, Operation } from './api-description.js';

export type Item = Readonly<Record<string, unknown>>;

export interface ListPage {
  readonly count: number;
  readonly total?: number;
  readonly page_size: number;
  readonly next_cursor?: string | null;
  readonly results: readonly Item[];
}

/** Every list of the API: what answers an export too. */
export const listsOf = (description: ApiDescription): { path: string; operation: Operation }[] =>
  description
    .operations()
    .filter(({ operation }) => operation.responses['200']?.content?.['text/csv'] !== undefined);

/** Text of RFC 4180 as lists of cells; undefined: an empty one without quotes. */
export function parsedCsv(text: string): (string | undefined)[][] {
  const lines: (string | undefined)[][] = [];
  let line: (string | undefined)[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    line.push(quoted?.replaceAll('""', '"') ?? (plain === '' ? undefined : plain));
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

/** The cell that a column of a CSV has for an item. */
export function cellOf(item: Item, column: string): string | undefined {
  const value = column
    .split('.')
    .reduce<unknown>((within, name) => (within as Item | null | undefined)?.[name], item);
  if (value === null || value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
