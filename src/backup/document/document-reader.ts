import { createHash } from 'node:crypto';
import { BackupFault, changedBackup, cutBackup, noBackup } from '../backup-fault.js';
import { beginOfRows, END_OF_ROWS, readFooter, readHeader } from './document-lines.js';
import { FORMAT_VERSION, type Header, type TableShape } from './format.js';

const NEWLINE = 0x0a;
const AFTER_ROWS = Buffer.from(`\n${END_OF_ROWS}\n`);
const LONGEST_LINE_BYTES = 64 * 1024 * 1024;

export class DocumentReader {
  private readonly source: AsyncIterator<Buffer>;
  private readonly hash = createHash('sha256');
  private rest: Buffer = Buffer.alloc(0);
  /** 1 once `rest` begins with the line break of the previous line. */
  private begin: 0 | 1 = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  async header(): Promise<Header> {
    const found = readHeader(await this.line(noBackup));
    if (!found) throw noBackup();
    const { header, isWhole } = found;
    if (header.version !== FORMAT_VERSION)
      throw new BackupFault(
        `The backup has format ${header.version}, this program reads format ${FORMAT_VERSION}: use program ${header.program} or newer.`,
      );
    if (!isWhole) throw changedBackup();
    return header;
  }

  async *rows(table: TableShape): AsyncGenerator<Buffer> {
    if ((await this.line(cutBackup)) !== beginOfRows(table)) throw changedBackup();
    let from: number = this.begin;
    for (;;) {
      const end = this.rest.indexOf(AFTER_ROWS);
      if (end >= 0) {
        if (end + 1 > from) yield this.rest.subarray(from, end + 1);
        this.take(end + AFTER_ROWS.length - 1);
        return;
      }
      const safe = this.rest.length - AFTER_ROWS.length + 1;
      if (safe > from) {
        yield this.rest.subarray(from, safe);
        this.take(safe);
        from = 0;
      }
      if (!(await this.more())) throw cutBackup();
    }
  }

  /** @param rows read of each table @throws BackupFault unless counts and checksum match */
  async verifyEnd(rows: readonly number[]): Promise<void> {
    const end = await this.endOfLine(cutBackup);
    const footer = readFooter(this.rest.subarray(this.begin, end).toString());
    const sha256 = this.hash.update(this.rest.subarray(0, this.begin)).digest('hex');
    const isSame = footer?.sha256 === sha256 && JSON.stringify(footer.rows) === JSON.stringify(rows);
    if (!isSame || this.rest.length > end + 1 || (await this.more())) throw changedBackup();
  }

  private async line(otherwise: () => BackupFault): Promise<string> {
    const end = await this.endOfLine(otherwise);
    const text = this.rest.subarray(this.begin, end).toString();
    this.take(end);
    this.begin = 1;
    return text;
  }

  private async endOfLine(otherwise: () => BackupFault): Promise<number> {
    for (;;) {
      const end = this.rest.indexOf(NEWLINE, this.begin);
      if (end >= 0) return end;
      if (this.rest.length > LONGEST_LINE_BYTES || !(await this.more())) throw otherwise();
    }
  }

  private take(bytes: number): void {
    this.hash.update(this.rest.subarray(0, bytes));
    this.rest = this.rest.subarray(bytes);
  }

  private async more(): Promise<boolean> {
    const next = await this.source.next();
    if (next.done) return false;
    this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value]);
    return true;
  }
}
