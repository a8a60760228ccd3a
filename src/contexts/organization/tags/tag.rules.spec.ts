import { describe, expect, it } from '@jest/globals';
import { tagInUse, tagsMustBeUsable } from './tag.rules.js';

const tag = (name: string, is_archived = false) => ({ name, is_archived });

describe('tags of a record', () => {
  it('may be tags that exist, whatever the case of their names, and archived ones that it has already', () => {
    expect(() =>
      tagsMustBeUsable('tags', ['KEY', 'Old'], [tag('Key'), tag('Old', true)], ['Old']),
    ).not.toThrow();
  });

  it('may be neither unknown nor archived when they are added: tag.not_usable', () => {
    const refusal = expect.objectContaining({ code: 'tag.not_usable', kind: 'unprocessable' });
    expect(() => tagsMustBeUsable('tags', ['Nope'], [], [])).toThrow(refusal);
    expect(() => tagsMustBeUsable('tags', ['Old'], [tag('Old', true)], [])).toThrow(refusal);
  });

  it('keep a tag from being deleted: tag.in_use', () => {
    expect(tagInUse()).toMatchObject({ code: 'tag.in_use', kind: 'conflict' });
  });
});
