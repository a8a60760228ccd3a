import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validate, type ValidationError } from 'class-validator';
import fc from 'fast-check';
import '../../src/app.module.js';
import type { BusinessError } from '../../src/platform/errors/index.js';
import { FaultList } from '../../src/platform/http/errors/faults.js';
import { addUnsafeMembers } from '../../src/platform/http/validation/unsafe-members.js';
import { rulesOf, type MessageClass } from '../../src/platform/http/validation/message-rules.js';
import { validated } from '../../src/platform/http/validation/request-validation.pipe.js';
import { repositoryFiles } from '../architecture/repository-files.js';

type Body = Record<string, unknown>;

interface Described {
  readonly components: { readonly schemas: Readonly<Record<string, { additionalProperties?: unknown }>> };
}

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

/** Every class of the program that has rules; other files of tests that run in this process have classes too. */
const messageClasses = await (async (): Promise<MessageClass[]> => {
  const paths = repositoryFiles()
    .map(({ path }) => path)
    .filter((path) => /^src\/.*\.dto\.ts$/.test(path));
  const modules = await Promise.all(
    paths.map(async (path) => (await import(`../../${path}`)) as Readonly<Record<string, unknown>>),
  );
  const classes = modules.flatMap((exported) => Object.values(exported)).filter(isMessageClass);
  return [...new Set(classes)];
})();

function isMessageClass(exported: unknown): exported is MessageClass {
  if (typeof exported !== 'function') return false;
  return getMetadataStorage().getTargetValidationMetadatas(exported, '', false, false).length > 0;
}

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
  const rules = rulesOf(messageClass).members;
  const changes = rules.map(({ name, nested }) => {
    const one = nested && depth < 2 ? bodies(nested, depth + 1) : odd;
    return fc.tuple(fc.constant(name), fc.oneof(odd, one, fc.array(one, { maxLength: 3 })));
  });
  const unknown = fc.tuple(fc.constantFrom('unknown', '0'), odd);
  const messages = fc.array(fc.oneof(...changes, unknown), { maxLength: 3 }).map((changed) => {
    const examples = rules.map(({ name }): [string, unknown] => [name, exampleOf(messageClass, name)]);
    const members = new Map<string, unknown>([...examples, ...changed]);
    return Object.fromEntries([...members].filter(([, value]) => value !== undefined));
  });
  return messages.filter(isHarmless);
}

// class-transformer loses what is named like something that every object has.
const isHarmless = (message: object): boolean => addUnsafeMembers(message, '', new FaultList());

/** The message, or its faults by place. */
function outcomeOf(messageClass: MessageClass, sent: object): object | { readonly faults: object } {
  try {
    return validated(messageClass, sent);
  } catch (error) {
    return { faults: (error as BusinessError).members };
  }
}

/** The first place of each fault: the member of the body. */
const membersOf = (places: readonly string[]): string[] =>
  [...new Set(places.map((place) => /^[^.[]*/.exec(place)?.[0] ?? ''))].sort();

describe('the API description', () => {
  it('allows in requests everything that is accepted, as it is kept and answered', async () => {
    const document = JSON.parse(
      await readFile(new URL('./openapi.json', import.meta.url), 'utf8'),
    ) as Described;
    const ajv = new Ajv2020({ strict: false });
    addFormats(ajv);
    ajv.addSchema({ $id: 'api', components: document.components });
    const known = messageClasses.flatMap((messageClass) =>
      [messageClass.name, `${messageClass.name}Input`]
        .filter((name) => document.components.schemas[name]?.additionalProperties === false)
        .map((name) => [messageClass, name] as const),
    );
    expect(known.length).toBeGreaterThan(25);
    let accepted = 0;
    for (const [messageClass, name] of known) {
      const validate = ajv.getSchema(`api#/components/schemas/${name}`);
      fc.assert(
        fc.property(bodies(messageClass), (sent) => {
          const message = outcomeOf(messageClass, sent);
          if (!(message instanceof messageClass)) return;
          accepted += 1;
          const kept: unknown = JSON.parse(JSON.stringify(message));
          expect([name, kept, validate?.(kept), validate?.errors]).toEqual([name, kept, true, null]);
        }),
        { numRuns: 100 },
      );
    }
    expect(accepted).toBeGreaterThan(500);
  });
});

describe('the validation of messages', () => {
  it('accepts what class-validator accepts, makes of it what class-transformer makes of it, and finds faults in the same members', async () => {
    expect(messageClasses.length).toBeGreaterThan(100);
    const tally = { accepted: 0, refused: 0 };
    for (const messageClass of messageClasses) {
      await fc.assert(
        fc.asyncProperty(bodies(messageClass), async (sent) => {
          const before = structuredClone(sent);
          const expected = plainToInstance(messageClass, sent);
          const errors: ValidationError[] = await validate(expected, {
            whitelist: true,
            forbidNonWhitelisted: true,
          });
          const outcome = outcomeOf(messageClass, sent);
          if (errors.length === 0) {
            tally.accepted += 1;
            expect(outcome).toBeInstanceOf(messageClass);
            expect(outcome).toStrictEqual(expected);
          } else {
            tally.refused += 1;
            const { faults } = outcome as { readonly faults: object };
            expect(membersOf(Object.keys(faults))).toEqual(errors.map(({ property }) => property).sort());
          }
          expect(sent).toStrictEqual(before);
        }),
        { numRuns: 60 },
      );
    }
    expect(Math.min(tally.accepted, tally.refused)).toBeGreaterThan(1000);
  });
});
