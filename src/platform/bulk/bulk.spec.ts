import { describe, expect, it } from '@jest/globals';
import { BusinessError, invalid, unprocessable } from '../errors/index.js';
import { idsMustDiffer, invalidEntry, noneMustBeRefused, unlessRefused } from './bulk.js';

const refused = unprocessable('kite.is_torn', 'string: mend it first.');

describe('the entries of a bulk', () => {
  it('are judged each by itself, and what is refused already stays so: kite.is_torn', () => {
    const first = invalid({ 'entries[0].string': ['is required'] });
    const judged = [first, 1, 2].map((entry) =>
      unlessRefused(entry, (length) => {
        if (length > 1) throw refused();
        return length * 10;
      }),
    );
    expect(judged).toEqual([first, 10, expect.objectContaining({ code: 'kite.is_torn' })]);
    expect(() => unlessRefused(1, () => JSON.parse('{') as unknown)).toThrow(SyntaxError);
  });

  it('are refused as a whole where all or nothing is wanted, with the place of the first', () => {
    const entries = [1, refused(), refused()];
    expect(() => noneMustBeRefused('each', entries)).not.toThrow();
    expect(() => noneMustBeRefused('atomic', [1, 2])).not.toThrow();
    expect(() => noneMustBeRefused('atomic', entries)).toThrow(
      expect.objectContaining({ code: 'kite.is_torn', operation: { index: 1 } }),
    );
  });

  it('name each record once, else 400', () => {
    expect(() => idsMustDiffer(['a', undefined, 'b', undefined])).not.toThrow();
    const repeated = ((): unknown => {
      try {
        return idsMustDiffer(['a', 'b', 'a', 'a']);
      } catch (error) {
        return error;
      }
    })();
    expect(repeated).toBeInstanceOf(BusinessError);
    expect(Object.keys((repeated as BusinessError).members)).toEqual(['entries[2].id', 'entries[3].id']);
    expect(invalidEntry(3, { hours: ['is required'] }).members).toEqual({
      'entries[3].hours': ['is required'],
    });
  });
});
