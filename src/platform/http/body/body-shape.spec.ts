import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BusinessError } from '../../errors/index.js';
import { bodyLimits, type BodyLimits } from '../limits/body-limits.js';
import { shapeMustFit } from './body-shape.js';

const limits: BodyLimits = { ...bodyLimits, members: 3, items: 4, levels: 5, values: 12 };

/** The places and messages of a refusal; null when there is none. */
function refusalOf(text: string, most = limits): BusinessError['members'] | null {
  try {
    shapeMustFit(Buffer.from(text), most);
    return null;
  } catch (error) {
    if (error instanceof BusinessError) return error.members;
    throw error;
  }
}

describe('the shape of a body', () => {
  it.each([
    '',
    '{}',
    '[]',
    'null',
    '{"a":1,"b":2,"c":3}',
    '[1,2,3,4]',
    '[[[[[]]]]]',
    '[{"a":[1,2,3,4],"b":1},{"a":[1,2]}]',
    '"[[[[[[[[,,,,,,,,,"',
    '{"a\\",,,,,\\\\":"{[,,,,,\\"","b":"\\\\"}',
    ' [ 1 , 2 ,\n3\t,4\r] ',
  ])('fits: %s', (text) => {
    expect(refusalOf(text)).toBeNull();
  });

  it.each([
    ['[1,2,3,4,5]', 'body', 'must have at most 4 items'],
    ['{"a":1,"b":2,"c":3,"d":4}', 'body', 'must have at most 3 members'],
    ['{"a":1,"a":2,"a":3,"a":4}', 'body', 'must have at most 3 members'],
    ['{"tags":["a","b","c","d","e"]}', 'tags', 'must have at most 4 items'],
    ['[{},{"hours":{"a":1,"b":2,"c":3,"d":4}}]', '[1].hours', 'must have at most 3 members'],
    ['{"a":{},"stages":[{},{"b":1,"ids":[1,2,3,4,5]}]}', 'stages[1].ids', 'must have at most 4 items'],
    ['{"\\u0061\\"b":[1,2,3,4,5]}', 'a"b', 'must have at most 4 items'],
    ['[[[[[[1]]]]]]', '[0][0][0][0][0]', 'must not be nested deeper than 5 levels'],
    ['{"a":[0,{"b":[[[]]]}]}', 'a[1].b[0][0]', 'must not be nested deeper than 5 levels'],
    ['[[1,2,3],[1,2,3],[1,2,3]]', null, ''],
    ['[[1,2,3],[1,2,3],[1,2,3],[]]', 'body', 'must have at most 12 members and items in all'],
    ['[1,2,3,4,', 'body', 'must have at most 4 items'],
    [`{"${'n'.repeat(5000)}":[1,2,3,4,5]}`, 'n'.repeat(100), 'must have at most 4 items'],
  ])('%s is refused with its place and the limit', (text, place, message) => {
    expect(refusalOf(text)).toEqual(place === null ? null : { [place]: [message] });
  });

  it('is counted exactly, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2), (value, indent) => {
        const { members, items, levels, values } = countsOf(value);
        const exact = { ...limits, members, items, levels, values };
        const text = JSON.stringify(value, null, indent);
        expect(refusalOf(text, exact)).toBeNull();
        if (values > 0) expect(refusalOf(text, { ...exact, values: values - 1 })).not.toBeNull();
        if (members > 1) expect(refusalOf(text, { ...exact, members: members - 1 })).not.toBeNull();
        if (items > 1) expect(refusalOf(text, { ...exact, items: items - 1 })).not.toBeNull();
        if (levels > 0) expect(refusalOf(text, { ...exact, levels: levels - 1 })).not.toBeNull();
      }),
    );
  });

  it('of what is not JSON is refused or left to the parser, but never fails', () => {
    const pieces = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '"a"', '1', ' ', '\u00e9', '\0');
    fc.assert(fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => void refusalOf(parts.join(''))));
  });
});

interface Counts {
  members: number;
  items: number;
  levels: number;
  values: number;
}

function countsOf(value: unknown): Counts {
  if (typeof value !== 'object' || value === null) return { members: 0, items: 0, levels: 0, values: 0 };
  const inside = Object.values(value);
  const counts = inside.map(countsOf);
  const most = (name: keyof Counts): number => Math.max(0, ...counts.map((count) => count[name]));
  const own = Array.isArray(value)
    ? { members: 0, items: inside.length }
    : { members: inside.length, items: 0 };
  return {
    members: Math.max(own.members, most('members')),
    items: Math.max(own.items, most('items')),
    levels: 1 + most('levels'),
    values: inside.length + counts.reduce((sum, count) => sum + count.values, 0),
  };
}
