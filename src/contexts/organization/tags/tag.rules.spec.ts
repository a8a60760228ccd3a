import { describe, expect, it } from '@jest/globals';
import { tagInUse, tagsMustBeUsable } from './tag.rules.js';

describe('tags of a record', () => {
  it('may be usable tags, whatever the case of their names', () => {
    expect(() => tagsMustBeUsable('tags', ['KEY', 'Old'], ['Key', 'Old'])).not.toThrow();
  });

  it('may be no others: tag.not_usable', () => {
    const refusal = expect.objectContaining({ code: 'tag.not_usable', kind: 'unprocessable' });
    expect(() => tagsMustBeUsable('tags', ['Nope'], [])).toThrow(refusal);
  });

  it('keep a tag from being deleted: tag.in_use', () => {
    expect(tagInUse()).toMatchObject({ code: 'tag.in_use', kind: 'conflict' });
  });
});
