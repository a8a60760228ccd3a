import { createHash } from 'node:crypto';
import { beginOfRows, END_OF_ROWS, writeFooter, writeHeader } from './document-lines.js';
import type { Header, TableShape } from './format.js';

/** Rows in the text format of COPY, with their number when all have been read. */
export interface TableRows extends AsyncIterable<Buffer> {
  readonly rowCount: number;
}

export interface RowSource {
  rowsOf(table: TableShape): TableRows;
  /** Waits until the numbers of rows are known. */
  settle(): Promise<void>;
}

/**
 * A backup as bytes: lines in the text format of COPY, so that psql can read it too, and comments with JSON. Nothing of it
 * is held in memory.
 */
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
