import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { errorCodes } from '../architecture/error-codes.js';
import { repositoryFiles } from '../architecture/repository-files.js';

type Json = Record<string, unknown>;

interface Schema extends Json {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Json;
  readonly content?: Record<string, { schema: Schema; examples?: Record<string, { $ref: string }> }>;
}

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly 'x-scope'?: string;
  readonly parameters?: readonly { in: string; name: string; description?: string; example?: string }[];
  readonly requestBody?: { readonly content: Record<string, { schema: Schema }> };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Document {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly headers: Readonly<Record<string, Json>>;
    readonly examples: Readonly<Record<string, { value: Json }>>;
  };
}

const document = JSON.parse(await readFile(new URL('./openapi.json', import.meta.url), 'utf8')) as Document;
const { schemas, responses, headers, examples } = document.components;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const inV1 = operations.filter(({ path }) => path.startsWith('/v1/'));

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';

/** Every object of a schema, of those that it refers to too, with the place where it stands. */
function* within(value: unknown, place: string, seen = new Set<string>()): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  const { $ref } = value as Schema;
  if ($ref?.startsWith('#/components/schemas/')) {
    if (seen.has($ref)) return;
    seen.add($ref);
    yield* within(schemas[nameOf($ref)], nameOf($ref), seen);
  }
  if (!Array.isArray(value)) yield [place, value as Json];
  for (const [name, inner] of Object.entries(value)) {
    if (name !== 'example' && name !== 'examples') yield* within(inner, `${place}.${name}`, seen);
  }
}

const bodiesOf = (method?: string) =>
  operations
    .filter((one) => method === undefined || one.method === method)
    .flatMap(({ operation: { operationId, requestBody } }) =>
      Object.values(requestBody?.content ?? {}).map(({ schema }) => ({ operationId, schema })),
    );

const resolved = (answer: Answer): Answer =>
  answer.$ref === undefined ? answer : (responses[nameOf(answer.$ref)] ?? {});

describe('the bodies that are sent', () => {
  it('have no default in any PATCH, which a generated client would send', () => {
    const found = bodiesOf('PATCH').flatMap(({ operationId, schema }) =>
      [...within(schema, operationId)].filter(([, one]) => 'default' in one).map(([place]) => place),
    );
    expect(bodiesOf('PATCH').length).toBeGreaterThan(10);
    expect(found).toEqual([]);
  });

  it('take no members that are not described', () => {
    const open = bodiesOf().flatMap(({ operationId, schema }) =>
      [...within(schema, operationId)]
        .filter(([, one]) => one.type === 'object' && one.additionalProperties === undefined)
        .map(([place]) => place),
    );
    expect(open).toEqual([]);
  });
});

describe('the schemas', () => {
  const all = Object.entries(schemas).flatMap(([name, schema]) => [...within(schema, name)]);

  it('tell of every number from where to where it goes, and how many decimals it has', () => {
    const numbers = all.filter(([, { type }]) => [type].flat().some((one) => one === 'number'));
    const integers = all.filter(([, { type }]) => [type].flat().includes('integer'));
    // What integrations keep with a record is their own.
    const bare = [...numbers, ...integers].filter(
      ([place, one]) =>
        !place.endsWith('metadata.additionalProperties') &&
        one.enum === undefined &&
        (typeof one.minimum !== 'number' ||
          typeof one.maximum !== 'number' ||
          ([one.type].flat().includes('number') && typeof one['x-decimals'] !== 'number')),
    );
    expect(numbers.length).toBeGreaterThan(20);
    expect([...new Set(bare.map(([place]) => place))]).toEqual([]);
  });

  it('say what they are', () => {
    expect(Object.entries(schemas).filter(([, { description }]) => !description)).toEqual([]);
  });

  it('have a name for every set of words, and for every body of an event', () => {
    const ofWords = Object.entries(schemas).filter(([, { enum: words }]) => words);
    expect(ofWords.length).toBeGreaterThan(20);
    const inline = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([member, { enum: words }]) => words && member !== 'status')
        .map(([member]) => `${name}.${member}`),
    );
    expect(inline).toEqual([]);
    const events = Object.values(document.webhooks).map(
      ({ post }) => post.requestBody?.content['application/json']?.schema.$ref ?? '',
    );
    expect(events.every((ref) => ref.endsWith('Event'))).toBe(true);
    expect(new Set(events).size).toBe(events.length);
  });

  it('promise no format `email` or `uri` of what integrations send, who may use letters beyond ASCII', () => {
    const own = new Set(['ProblemResponse', 'ValidationProblemResponse']);
    const found = all.filter(
      ([place, { format }]) =>
        (format === 'email' || format === 'uri') && !own.has(place.split('.')[0] ?? ''),
    );
    expect(found).toEqual([]);
  });

  it('have ids alone in what comes back', () => {
    const sent = inV1.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ content = {} }) => Object.values(content)),
    );
    const found = sent.flatMap(({ schema }) => [...within(schema, 'answer')]);
    expect(found.length).toBeGreaterThan(1000);
    const references = found.filter(([, { $ref }]) => $ref === '#/components/schemas/Reference');
    expect(references.map(([place]) => place)).toEqual([]);
  });

  it('have the article that their noun takes', () => {
    expect(JSON.stringify(document).match(/\b[Aa] [aeio]\w+/g)).toBeNull();
  });

  it('have another id in the example of each kind of record', () => {
    const kinds = new Map<string, Set<string>>();
    for (const { operation } of inV1) {
      for (const { in: place, description = '', example } of operation.parameters ?? []) {
        if (place !== 'path' || !description.startsWith('Id of')) continue;
        kinds.set(example ?? '', (kinds.get(example ?? '') ?? new Set()).add(description));
      }
    }
    for (const { properties = {} } of Object.values(schemas)) {
      const { id } = properties;
      if (!id?.description?.startsWith('Id of')) continue;
      const example = String(id.example);
      kinds.set(example, (kinds.get(example) ?? new Set()).add(id.description));
    }
    expect(kinds.size).toBeGreaterThan(15);
    expect([...kinds.values()].filter((described) => described.size > 1)).toEqual([]);
    expect([...kinds.keys()]).not.toContain('undefined');
  });
});

describe('the operations', () => {
  const verbs: Readonly<Record<string, RegExp>> = {
    GET: /^(Lists|Returns|Tells) /,
    POST: /^(Creates|Adds|Records|Merges|Sets|Sends|Makes|Gives) /,
    PATCH: /^(Changes|Renames|Corrects)[ ,]/,
    DELETE: /^(Deletes|Revokes|Removes) /,
  };

  it('say in their first sentence what they do', () => {
    const others = operations.filter(
      ({ method, operation }) =>
        !verbs[method]?.test(operation.description) || !/\.(\s|$)/.test(operation.description),
    );
    expect(others.map(({ operation }) => operation.description.slice(0, 60))).toEqual([]);
  });

  it('say of each id in their path what it is of', () => {
    const bare = inV1.flatMap(({ path, operation }) =>
      (operation.parameters ?? [])
        .filter(
          (parameter) =>
            parameter.in === 'path' && !(parameter.description && parameter.description.length > 9),
        )
        .map(({ name }) => `${path} ${name}`),
    );
    expect(bare).toEqual([]);
  });

  it('say which scope they need, which the table of scopes has', () => {
    for (const { operation } of inV1) {
      const scope = operation['x-scope'];
      expect(operation.description).toContain(
        scope === undefined ? 'Any valid access token will do.' : `Needs the scope \`${scope}\`.`,
      );
      if (scope !== undefined) expect(document.info.description).toContain(`| \`${scope}\` |`);
      // Its operations need theirs.
      const isBatch = operation.operationId === 'runBatch';
      expect('403' in operation.responses).toBe(scope !== undefined || isBatch);
    }
  });

  it('answer with the headers that every answer has', () => {
    const lacking = operations.flatMap(({ path, operation }) =>
      Object.entries(operation.responses).flatMap(([status, answer]) => {
        const needed = ['X-Request-Id'];
        if (path.startsWith('/v1/') && !['408', '500', '503'].includes(status))
          needed.push('RateLimit', 'RateLimit-Policy');
        if (status === '429' || (status === '503' && path.startsWith('/v1/'))) needed.push('Retry-After');
        if (status === '201') needed.push('Location');
        const there = Object.keys(resolved(answer).headers ?? {});
        return needed
          .filter((name) => !there.includes(name))
          .map((name) => `${operation.operationId} ${status} ${name}`);
      }),
    );
    expect(lacking).toEqual([]);
    expect(Object.values(headers).every(({ description, schema }) => description && schema)).toBe(true);
  });
});

describe('the refusals of the operations', () => {
  const listed = operations.flatMap(({ operation }) =>
    Object.entries(operation.responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, answer]) => {
        const { content = {}, description = '' } = resolved(answer);
        return Object.keys(content['application/json']?.examples ?? {}).map((code) => ({
          operationId: operation.operationId,
          status,
          code,
          description,
          answer: resolved(answer),
        }));
      }),
  );

  it('are listed by code, each with an example of its own', () => {
    expect(listed.length).toBeGreaterThan(200);
    for (const { status, code, answer } of listed) {
      const example = answer.content?.['application/json']?.examples?.[code] as unknown as {
        $ref?: string;
        value?: Json;
      };
      const { value } = example.$ref === undefined ? example : (examples[code] ?? {});
      expect([code, value?.status, value?.code]).toEqual([code, Number(status), code]);
      expect(String(value?.detail).length).toBeGreaterThan(10);
    }
  });

  it('are all named where their form is described', () => {
    const { description = '' } = schemas.ProblemResponse ?? {};
    const statuses = [...Object.values(examples).map(({ value }) => value.status), 412, 424];
    expect([...new Set(statuses)].filter((status) => !description.includes(String(status)))).toEqual([]);
  });

  it('are different for different operations', () => {
    const of = (operationId: string): string[] =>
      listed
        .filter(
          (one) =>
            one.operationId === operationId &&
            /^4(04|09|22)$/.test(one.status) &&
            !one.code.startsWith('idempotency.'),
        )
        .map(({ code }) => code);
    expect(of('createClient')).toEqual([
      'client.name_in_use',
      'client.crm_identifier_in_use',
      'person.not_usable',
    ]);
    expect(of('listClients')).toEqual([]);
    expect(of('deleteTag')).toEqual(['tag.not_found', 'tag.in_use']);
  });

  it('name the key of every write', () => {
    const writes = inV1
      .filter(({ method }) => method !== 'GET')
      .map(({ operation }) => operation.operationId);
    const keyed = listed
      .filter(({ code }) => code === 'idempotency.key_reused')
      .map((one) => one.operationId);
    expect(keyed.sort()).toEqual(writes.sort());
  });

  it('are all that the program declares', () => {
    const declared = repositoryFiles()
      .filter(({ path }) => path.startsWith('src/') && path.endsWith('.rules.ts'))
      .flatMap(({ text }) => errorCodes(text, ['conflict', 'unprocessable', 'notFound', 'refusal']).codes);
    // Timesheet entries come in by no operation, and organizations are named on the command line only. The
    // body of a 429 has no code.
    // What people sign in with is no part of the API.
    const elsewhere =
      /^timesheet_entry\.|^organization\.not_found$|^changes\.too_many_streams$|^sign_in\.|^password\.|^session\.ended$|^sign_in_link\.(not_usable|user_unknown)$/;
    const own = declared.filter((code) => !elsewhere.test(code));
    expect(own.length).toBeGreaterThan(70);
    const codes = new Set(listed.map(({ code }) => code));
    expect(own.filter((code) => !codes.has(code))).toEqual([]);
  });
});
