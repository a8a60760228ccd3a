import { createHash } from 'node:crypto';
import { beginOfRows, END_OF_ROWS, writeFooter, writeHeader } from './document-lines.js';
import type { Header, TableShape } from './format.js';

export interface TableRows extends AsyncIterable<Buffer> {
  readonly rowCount: number;
}

export interface RowSource {
  rowsOf(table: TableShape): TableRows;
  settle(): Promise<void>;
}

/** Streams COPY text, which psql can read too, with JSON in comments. */
export async function* writeDocument(header: Header, source: RowSource): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const hashed = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  const line = (text: string): Buffer => hashed(Buffer.from(`${text}\n`));

  yield line(writeHeader(header));
  const read: TableRows[] = [];
  for (const table of header.tables) {
    yield line(beginOfRows(table));
    const rows = source.rowsOf(table);
    read.push(rows);
    for await (const chunk of rows) yield hashed(chunk);
    yield line(END_OF_ROWS);
  }
  await source.settle();
  const rows = read.map(({ rowCount }) => rowCount);
  yield Buffer.from(`${writeFooter({ rows, sha256: hash.digest('hex') })}\n`);
}
