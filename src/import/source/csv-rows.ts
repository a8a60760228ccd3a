import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CsvError, parse } from 'csv-parse';
import { ImportFault } from '../import-fault.js';

export interface CsvFile {
  readonly folder: string;
  readonly file: string;
  readonly delimiter: string;
  readonly encoding: BufferEncoding;
}

export interface CsvRow {
  /** Where the row ends; quoted cells may contain line breaks. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Streams rows, so that the size of the export does not matter. */
export async function* readCsvRows(source: CsvFile): AsyncGenerator<CsvRow> {
  const path = join(source.folder, source.file);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new ImportFault(`There is no file ${path}.`);
  const parser = parse({
    bom: true,
    delimiter: source.delimiter,
    encoding: source.encoding,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  const stream = createReadStream(path);
  // pipe() does not forward errors: a read error would hang the reader.
  stream.on('error', (error) => parser.destroy(error));
  stream.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new ImportFault(`${source.file} is not valid CSV: ${error.message}.`);
    throw error;
  } finally {
    stream.destroy();
  }
}

export async function readCsvHeader(source: CsvFile): Promise<readonly string[]> {
  for await (const row of readCsvRows(source)) return row.cells;
  throw new ImportFault(`${source.file} is empty: it has not even a header.`);
}
