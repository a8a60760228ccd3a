import { describe, expect, it } from '@jest/globals';
import { ResponseText } from './response-text.js';

const read = (...chunks: readonly (string | Buffer)[]) => {
  const text = new ResponseText({ readBytes: 16_384, keptBytes: 8192 });
  return { more: chunks.map((chunk) => text.take(Buffer.from(chunk))), text: text.decode() };
};

describe('the text of a response', () => {
  it('is kept to 8 KiB, and read to 16', () => {
    const { more, text } = read(...Array.from({ length: 4 }, () => 'a'.repeat(4096)));
    expect(more).toEqual([true, true, true, false]);
    expect(text).toBe('a'.repeat(8192));
  });

  it('is cut between characters', () => {
    const { text } = read(`a${'€'.repeat(3000)}`);
    expect(text).toBe(`a${'€'.repeat(2730)}`);
  });

  it('has U+FFFD for NUL and for what is not text, and is not longer for it', () => {
    expect(read('a\0b').text).toBe('a\uFFFDb');
    expect(Buffer.byteLength(read(Buffer.alloc(8192, 0xff)).text)).toBeLessThanOrEqual(8192);
    expect(Buffer.byteLength(read(Buffer.alloc(8192)).text)).toBeLessThanOrEqual(8192);
  });
});
