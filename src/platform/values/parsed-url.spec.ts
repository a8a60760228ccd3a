import { describe, expect, it } from '@jest/globals';
import { parsedUrl } from './parsed-url.js';

// So often that a call is compiled for what it has seen.
const OFTEN = 20_000;

describe('a URL', () => {
  it('is read with letters of any language, the first time and the last time', () => {
    const hosts = new Set(
      Array.from({ length: OFTEN }, () => parsedUrl('https://bücher.example/')?.hostname ?? 'none'),
    );
    expect([...hosts]).toEqual(['xn--bcher-kva.example']);
  });

  it('is null where the text is none', () => {
    for (const text of ['', 'example.com/hook', 'https://', 'https://256.0.0.1/'])
      expect(parsedUrl(text)).toBeNull();
  });
});
