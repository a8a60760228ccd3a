import { describe, expect, it } from '@jest/globals';
import { cleanText } from './clean-text.js';

describe('the text of others', () => {
  it.each([
    ['invalid input syntax for type uuid: "Ada"', 'invalid input syntax for type uuid: "..."'],
    ['value "a"b"c" is out of range', 'value "..." is out of range'],
    ["unterminated 'Ada Lovelace", 'unterminated "..."'],
    ['`Ada` and “Lovelace”', '"..."'],
    ['could not extend file "base/1": No space left', 'could not extend file "...": No space left'],
    [
      "Nest can't resolve dependencies of the Foo (?, Bar)",
      "Nest can't resolve dependencies of the Foo (?, Bar)",
    ],
    ['mail to ada.lovelace@example.com failed', 'mail to ... failed'],
    ['POST https://user:pw@crm.example.com/hooks?key=1 failed', 'POST https://... failed'],
    ['postgresql://planning:secret@db:5432/planning', 'postgresql://...'],
    ['the token pda_0123456789abcdefghij was sent', 'the token ... was sent'],
    ['signed with whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw==', 'signed with ...'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ])('%s is written as %s', (text, written) => {
    expect(cleanText(text)).toBe(written);
  });

  it('is cut after 500 characters, and cleaned quickly whatever it is', () => {
    const began = performance.now();
    for (const part of ['a', 'a@', '"', 'x://', 'pda_']) {
      expect(cleanText(part.repeat(1_000_000)).length).toBeLessThan(510);
    }
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
