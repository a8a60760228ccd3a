import { promisify } from 'node:util';
import {
  brotliDecompress,
  gunzip,
  inflate,
  type BrotliOptions,
  type CompressCallback,
  type InputType,
  type ZlibOptions,
} from 'node:zlib';
import { invalid, type BusinessError } from '../../errors/index.js';
import { FREE_INFLATION, type BodyLimits } from '../limits/body-limits.js';
import { bodyTooLarge } from './raw-body.js';

/** The types of zlib lack `info`, which adds the number of bytes read. */
type Inflate = (
  bytes: InputType,
  options: (ZlibOptions | BrotliOptions) & { info: true },
) => Promise<{ buffer: Buffer; engine: { bytesWritten: number } }>;

type InflateWithCallback = (
  bytes: InputType,
  options: ZlibOptions | BrotliOptions,
  callback: CompressCallback,
) => void;

const promised = (inflateBytes: InflateWithCallback): Inflate =>
  promisify(inflateBytes) as unknown as Inflate;

const inflates = new Map<string, Inflate>([
  ['gzip', promised(gunzip)],
  ['deflate', promised(inflate)],
  ['br', promised(brotliDecompress)],
]);

const CHUNK = 64 * 1024;

export const isKnownEncoding = (encoding: string): boolean => inflates.has(encoding);

/** @throws BusinessError 413 when it gets too large, 400 when it is malformed or inflates by too much */
export async function inflatedBody(sent: Buffer, encoding: string, limits: BodyLimits): Promise<Buffer> {
  const inflateBytes = inflates.get(encoding);
  if (!inflateBytes) throw new Error(`There is no encoding ${encoding}.`);
  const most = Math.min(limits.bytes, Math.max(FREE_INFLATION, sent.length * limits.inflation));
  try {
    const { buffer, engine } = await inflateBytes(sent, {
      maxOutputLength: most,
      chunkSize: CHUNK,
      info: true,
    });
    if (engine.bytesWritten === sent.length) return buffer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw most === limits.bytes ? bodyTooLarge(limits) : bomb(limits);
    }
  }
  throw invalid({ body: [`must be one whole ${encoding} stream, as the header Content-Encoding says`] });
}

const bomb = ({ inflation }: BodyLimits): BusinessError =>
  invalid({ body: [`must not inflate to more than ${inflation} times its compressed size`] });
