import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Transform, type TransformCallback } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BackupFault, changedBackup, cutBackup, noBackup } from './backup-fault.js';
import { STANDARD_STREAM } from './backup-output.js';

export interface BackupInput {
  /** Compressed; null: unknown. */
  readonly bytes: number | null;
  readonly content: AsyncIterable<Buffer>;
}

export async function openInput(file: string, onBytes: (bytes: number) => void): Promise<BackupInput> {
  const isStandard = file === STANDARD_STREAM;
  const bytes = isStandard ? null : (await stat(file)).size;
  const input = isStandard ? process.stdin : createReadStream(file, { highWaterMark: 256 * 1024 });
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  pipeline(input, meter, gunzip, () => undefined);
  return { bytes, content: explained(gunzip, file) };
}

async function* explained(content: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  let hasBegun = false;
  try {
    for await (const chunk of content) {
      hasBegun = true;
      yield chunk;
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'Z_BUF_ERROR') throw cutBackup();
    if (code?.startsWith('Z_') === true) throw hasBegun ? changedBackup() : noBackup();
    if (code?.startsWith('E') === true) throw new BackupFault(`${file} cannot be read (${code}).`);
    throw error;
  }
}
