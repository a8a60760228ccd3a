import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { bodyLimits } from '../limits/body-limits.js';
import { inflatedBody } from './inflated-body.js';

const KIB = 1024;
const limits = { ...bodyLimits, bytes: 512 * KIB };
const encodings = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const;

const fault = (message: string) => ({ kind: 'invalid', members: { body: [message] } });

describe.each(encodings)('a body in %s', (encoding, compress) => {
  const random = Buffer.from(Array.from({ length: 300 * KIB }, () => Math.floor(Math.random() * 256)));
  const inflated = (sent: Buffer): Promise<Buffer> => inflatedBody(sent, encoding, limits);

  it('is given back as it was', async () => {
    for (const body of [Buffer.from('{"name":"Käse"}'), Buffer.alloc(100 * KIB, 'a'), random]) {
      expect((await inflated(compress(body))).equals(body)).toBe(true);
    }
  });

  it('that inflates to far more than it was is refused as soon as it does', async () => {
    const message = 'must not inflate to more than 250 times its compressed size';
    await expect(inflated(compress(Buffer.alloc(129 * KIB, '{},')))).rejects.toMatchObject(fault(message));
    await expect(inflated(compress(Buffer.alloc(400 * KIB, '{},')))).rejects.toMatchObject(fault(message));
  });

  it('that is larger than a body may be is refused as too large', async () => {
    const large = Buffer.concat([random, Buffer.alloc(300 * KIB)]);
    await expect(inflated(compress(large))).rejects.toMatchObject({
      kind: 'too_large',
      message: 'The body must not be larger than 512 KiB.',
    });
  });

  it('that is cut off, something else, or followed by more is refused', async () => {
    const body = compress('{"name":"x"}');
    const message = `must be one whole ${encoding} stream, as the header Content-Encoding says`;
    for (const sent of [
      body.subarray(0, -2),
      Buffer.from('{"name":"x"}'),
      Buffer.concat([body, Buffer.alloc(9)]),
    ]) {
      await expect(inflated(sent)).rejects.toMatchObject(fault(message));
    }
  });
});
