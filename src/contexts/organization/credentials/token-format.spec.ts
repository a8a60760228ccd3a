import { describe, expect, it } from '@jest/globals';
import { hashOf, looksLikeToken, newToken } from './token-format.js';

describe('a token', () => {
  it('has a fixed prefix, 43 random digits and a checksum of six', () => {
    const tokens = Array.from({ length: 200 }, () => newToken());
    expect(new Set(tokens).size).toBe(200);
    for (const token of tokens) expect(token).toMatch(/^pda_[0-9A-Za-z]{49}$/);
    expect(tokens.every((token) => looksLikeToken(token))).toBe(true);
    expect(tokens.some((token) => looksLikeToken(token, 'pds_'))).toBe(false);
  });

  it('with a mistyped character is told from a token without asking anybody', () => {
    const token = newToken();
    const other = token.at(10) === 'a' ? 'b' : 'a';
    expect(looksLikeToken(token.slice(0, 10) + other + token.slice(11))).toBe(false);
    for (const wrong of ['', 'pda_', token.slice(0, -1), `${token}0`, `x${token.slice(1)}`]) {
      expect(looksLikeToken(wrong)).toBe(false);
    }
  });

  it('is stored as SHA-256', () => {
    expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
