import { Readable } from 'node:stream';
import type { Page, RecordPage } from '../../database/index.js';
import { pick, type Choice } from './chosen-members.js';
import { Csv } from './csv.js';
import type { ItemMembers } from './item-members.js';

export const EXPORT_PAGE_SIZE = 2000;

export type FoundPage<Row> = Page<Row> | RecordPage<Row>;

type Write = (found: FoundPage<unknown>) => Buffer | string;

export function writerOf(form: 'csv' | 'ndjson', items: ItemMembers, choice: Choice | undefined): ListWriter {
  const chosen = (rows: readonly unknown[]): readonly unknown[] =>
    choice ? rows.map((row) => pick(row, choice)) : rows;
  if (form === 'ndjson') return { head: '', write: (found) => jsonLines(found, choice ? chosen : undefined) };
  const csv = new Csv(items, choice);
  return { head: csv.header, write: ({ rows }) => csv.lines(chosen(rows)) };
}

interface ListWriter {
  readonly head: string;
  readonly write: Write;
}

function jsonLines(
  found: FoundPage<unknown>,
  chosen: ((rows: readonly unknown[]) => readonly unknown[]) | undefined,
): Buffer | string {
  if (!chosen && 'between' in found) return found.count === 0 ? '' : found.between('', '\n');
  const rows = chosen ? chosen(found.rows) : found.rows;
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Reads a page while the one before it is being sent, and no further. */
export function streamOf<Row>(
  first: FoundPage<Row>,
  { head, write }: ListWriter,
  read: (behind: readonly string[]) => Promise<FoundPage<Row>>,
): Readable {
  async function* pieces(): AsyncGenerator<Buffer | string> {
    if (head !== '') yield head;
    for (let found: FoundPage<Row> | null = first; found;) {
      const following: Promise<FoundPage<Row>> | null = found.next && read(found.next);
      following?.catch(() => undefined);
      const piece = write(found);
      if (piece.length > 0) yield piece;
      found = await following;
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}
