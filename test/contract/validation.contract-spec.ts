import { describe, expect, it } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import fc from 'fast-check';
import '../../src/app.module.js';
import type { BusinessError } from '../../src/platform/errors/index.js';
import { compile } from '../../src/platform/http/validation/compiled-message.js';
import { memberRulesOf, type MessageClass } from '../../src/platform/http/validation/member-rules.js';
import { validated } from '../../src/platform/http/validation/request-validation.pipe.js';

type Body = Record<string, unknown>;

/** Every class of the program that has rules. */
const messageClasses = [
  ...(Reflect.get(getMetadataStorage(), 'validationMetadatas') as Map<MessageClass, unknown>).keys(),
];

const exampleOf = ({ prototype }: MessageClass, name: string): unknown =>
  (Reflect.getMetadata('swagger/apiModelProperties', prototype as object, name) as { example?: unknown })
    .example;

const day = '2026-02-28';
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    ' Text ',
    'a\0',
    '\ud800',
    'x'.repeat(2001),
    day,
    '2026-02-29',
  ),
  fc.constantFrom<unknown>(
    true,
    'true',
    0,
    -0,
    7,
    '7',
    0.25,
    1e-7,
    12.345,
    -1,
    1e21,
    2 ** 53,
    ['a', 'a'],
    [day],
  ),
  fc.constantFrom<unknown>('0193C1A4-6F0E-7B7A-9A52-0D6A6F1C2B50 ', 'ada@example.com', 'https://example.com'),
  fc.constantFrom<unknown>({}, [], [[]], [null], [{}], { key: 1 }, { amount: -0, currency_code: 'USD' }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The examples of the description, with up to three members that are something else. */
function bodies(messageClass: MessageClass, depth = 0): fc.Arbitrary<Body> {
  const rules = memberRulesOf(messageClass) ?? [];
  const changes = rules.map(({ name, nested }) => {
    const one = nested && depth < 2 ? bodies(nested, depth + 1) : odd;
    return fc.tuple(fc.constant(name), fc.oneof(odd, one, fc.array(one, { maxLength: 3 })));
  });
  const unknown = fc.tuple(fc.constant('unknown'), odd);
  return fc.array(fc.oneof(...changes, unknown), { maxLength: 3 }).map((changed) => {
    const examples = rules.map(({ name }): [string, unknown] => [name, exampleOf(messageClass, name)]);
    const members = new Map<string, unknown>([...examples, ...changed]);
    return Object.fromEntries([...members].filter(([, value]) => value !== undefined));
  });
}

describe('the compiled check of messages', () => {
  it('knows the rules of every class', () => {
    expect(messageClasses.length).toBeGreaterThan(100);
    expect(messageClasses.filter((messageClass) => !compile(messageClass))).toEqual([]);
  });

  it('accepts what class-validator accepts, and makes of it what class-transformer makes of it', async () => {
    const tally = { accepted: 0, refused: 0 };
    for (const messageClass of messageClasses) {
      const accept = compile(messageClass);
      await fc.assert(
        fc.asyncProperty(bodies(messageClass), async (sent) => {
          const before = structuredClone(sent);
          const expected = await validated(messageClass, sent).catch((error: BusinessError) => error.members);
          const accepted = accept?.(sent);
          tally[accepted ? 'accepted' : 'refused'] += 1;
          expect(accepted !== undefined).toBe(expected instanceof messageClass);
          if (accepted) expect(accepted).toStrictEqual(expected);
          expect(sent).toStrictEqual(before);
        }),
        { numRuns: 60 },
      );
    }
    expect(Math.min(tally.accepted, tally.refused)).toBeGreaterThan(1000);
  });
});
