import { describe, expect, it } from '@jest/globals';
import { withKnownTags } from './tag-names.js';

describe('tags in a patch', () => {
  it('are none where they are the present ones in another order or case', () => {
    expect(withKnownTags({ tags: ['b', 'A', 'a'] }, ['a', 'B'])).toEqual({});
    expect(withKnownTags({ name: 'x' }, ['a'])).toEqual({ name: 'x' });
  });

  it('stay where they are others', () => {
    expect(withKnownTags({ tags: ['a'] }, ['a', 'B'])).toEqual({ tags: ['a'] });
    expect(withKnownTags({ tags: ['a', 'c'] }, ['a', 'B'])).toEqual({ tags: ['a', 'c'] });
    expect(withKnownTags({ tags: [] }, ['a'])).toEqual({ tags: [] });
  });
});
