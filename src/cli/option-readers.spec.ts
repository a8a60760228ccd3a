import { describe, expect, it } from '@jest/globals';
import { InvalidArgumentError } from 'commander';
// Declares the scopes.
import '../contexts.js';
import { scopes } from '../platform/http/index.js';
import { emailAddress, expiry, nameText, scopeList, tokenId } from './option-readers.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the options of the command line', () => {
  it('take names and addresses as the API does: trimmed', () => {
    expect(nameText('  Acme Ltd ')).toBe('Acme Ltd');
    expect(nameText('é'.repeat(255))).toHaveLength(255);
    expect(emailAddress(' Ada@example.com ')).toBe('Ada@example.com');
    expect(scopeList(' read, sales:write')).toEqual(['read', 'sales:write']);
    expect(tokenId('0193C1A4-6F0E-7B7A-9A52-0D6A6F1C2B10')).toBe('0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b10');
  });

  it('take an end in days, as a day or as a time', () => {
    expect(Math.abs(Date.parse(expiry('30')) - Date.now() - 30 * DAY_MS)).toBeLessThan(1000);
    expect(expiry('2099-01-31')).toBe('2099-01-31T00:00:00Z');
    expect(expiry('2099-01-31T06:30:00+01:00')).toBe('2099-01-31T06:30:00+01:00');
  });

  const name = 'must be text of 1 to 255 characters';
  const end = 'Give days, 1 to 36500, or a time such as 2027-11-21';
  it.each<[(text: string) => unknown, string, string]>([
    [nameText, '   ', name],
    [nameText, 'x'.repeat(300), name],
    [nameText, '😀'.repeat(256), name],
    [nameText, 'A\0', 'must not contain NUL or unpaired surrogates'],
    [emailAddress, 'Ada', 'must be an e-mail address such as ada@example.com'],
    [scopeList, 'read,everything', `Choose from ${scopes().join(', ')}.`],
    [scopeList, '', 'Choose from read'],
    [tokenId, '42', 'The id of a token is a UUID'],
    [expiry, '0', end],
    [expiry, '36501', end],
    [expiry, 'tomorrow', end],
    [expiry, '2099-02-30', end],
    [expiry, '2099-01-31T06:30:00', end],
  ])('%p refuses "%s" and says why', (read, text, reason) => {
    expect(() => read(text)).toThrow(InvalidArgumentError);
    expect(() => read(text)).toThrow(reason);
  });
});
