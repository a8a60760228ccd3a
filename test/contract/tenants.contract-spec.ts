import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../support/api-client.js';
import { ApiDescription, type Operation } from '../support/api-description.js';
import { createTestApplication, type TestApplication } from '../support/test-application.js';
import { collectionOf, createWorld, fill, type World } from '../support/world.js';

type Json = Record<string, unknown>;

const RANDOM = '7f3c1b52-8a44-4d0e-9b1e-3f5a6c7d8e90';

/**
 * Two organizations, one of everything in each. For every operation of the API description, every id of the other
 * organization behaves exactly as an id that nobody has. The operations come from the description itself.
 */
describe('an id of another organization', () => {
  let application: TestApplication;
  let own: World;
  let other: World;
  let description: ApiDescription;

  beforeAll(async () => {
    application = await createTestApplication();
    own = await createWorld(application, 'Own');
    other = await createWorld(application, 'Other');
    description = await ApiDescription.of(application.url);
  });
  afterAll(() => application.close());

  // Ids and request ids differ by nature; everything else must not.
  const comparable = ({ status, body }: ApiAnswer<unknown>, ...ids: string[]) => {
    const text = ids.reduce((rest, id) => rest.replaceAll(id, 'ID'), JSON.stringify(body));
    return { status, body: text.replace(/"request_id":"[^"]*"/, '') };
  };

  const withPathIds = () => description.operations().filter(({ path }) => path.includes('{'));

  const bodyOf = (method: string, path: string): Json | undefined => {
    if (method === 'POST') return own.bodyFor(path);
    return method === 'PATCH' ? {} : undefined;
  };

  it('in the path is one that nobody has', async () => {
    const compared: string[] = [];
    for (const { method, path } of withPathIds()) {
      const collections: string[] = [];
      fill(path, (collection) => (collections.push(collection), ''));
      // Own parents with a foreign record, and foreign all the way from each level on.
      for (const from of collections.keys()) {
        const pathWith = (id: (collection: string) => string): string =>
          fill(path, (collection) =>
            collections.indexOf(collection) < from ? (own.ids[collection] ?? RANDOM) : id(collection),
          );
        const foreign = await own.api.send(
          method,
          pathWith((collection) => other.ids[collection] ?? collectionOf(collection)),
          bodyOf(method, path),
        );
        const unknown = await own.api.send(
          method,
          pathWith(() => RANDOM),
          bodyOf(method, path),
        );
        expect(unknown.status).toBe(404);
        expect({ path, ...comparable(foreign, ...Object.values(other.ids)) }).toEqual({
          path,
          ...comparable(unknown, RANDOM),
        });
        compared.push(`${method} ${path}`);
      }
    }
    expect(compared.length).toBeGreaterThan(10);
  });

  it('in the body is one that nobody has', async () => {
    const compared: string[] = [];
    for (const { method, path, operation } of description.operations()) {
      for (const { member, place } of idMembers(description, operation)) {
        const send = (id: string) => {
          const target = fill(path, (collection) => own.ids[collection] ?? RANDOM);
          return own.api.send(method, target, { ...bodyOf(method, path), ...place(id) });
        };
        const foreign = await send(other.ids[collectionOf(member)] ?? '');
        const unknown = await send(RANDOM);
        expect({ path, member, status: unknown.status }).toEqual({ path, member, status: 422 });
        expect(comparable(foreign, ...Object.values(other.ids))).toEqual(comparable(unknown, RANDOM));
        compared.push(`${method} ${path} ${member}`);
      }
    }
    expect(compared.length).toBeGreaterThan(8);
  });

  it('in a filter is one that nobody has', async () => {
    let compared = 0;
    for (const { method, path, operation } of description.operations()) {
      for (const parameter of operation.parameters ?? []) {
        if (parameter.in !== 'query' || parameter.schema.format !== 'uuid') continue;
        const target = fill(path, (collection) => own.ids[collection] ?? RANDOM);
        const ask = (id: string) => own.api.send(method, `${target}?${parameter.name}=${id}`);
        const foreign = await ask(other.ids[collectionOf(parameter.name)] ?? '');
        expect(comparable(foreign)).toEqual(comparable(await ask(RANDOM)));
        expect(foreign.body.total).toBe(0);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('is in none of the lists', async () => {
    for (const { method, path, operation } of description.operations()) {
      if (method !== 'GET' || !operation.operationId.startsWith('list')) continue;
      const { status, body } = await own.api.get(fill(path, (collection) => own.ids[collection] ?? RANDOM));
      expect(status).toBe(200);
      for (const id of [...Object.values(other.ids), other.organizationId])
        expect(JSON.stringify(body)).not.toContain(id);
      expect(JSON.stringify(body)).toContain(own.ids[path]);
    }
  });

  it('by the name of its tag is a name that nobody has: 422 tag.not_usable', async () => {
    await other.api.create('/v1/tags', { name: 'Only theirs' });
    for (const collection of ['/v1/people', '/v1/projects']) {
      const patched = await own.api.patch(`${collection}/${own.ids[collection]}`, { tags: ['Only theirs'] });
      expect([patched.status, patched.body.code]).toEqual([422, 'tag.not_usable']);
    }
  });
});

interface IdMember {
  readonly member: string;
  /** The part of a body that carries this id in this member. */
  place(id: string): Json;
}

/** The members of a request body that hold an id, also in lists and in lists of objects. */
function idMembers({ document }: ApiDescription, { requestBody }: Operation): IdMember[] {
  const resolve = (schema: Json): Json => {
    const reference = (schema.$ref ?? (schema.allOf as Json[] | undefined)?.[0]?.$ref) as string | undefined;
    const schemas = document.components.schemas as Record<string, Json>;
    return reference === undefined ? schema : (schemas[reference.split('/').at(-1) ?? ''] ?? {});
  };
  const propertiesOf = (schema: Json) =>
    Object.entries((resolve(schema).properties ?? {}) as Record<string, Json>);
  const body = requestBody?.content['application/json']?.schema;
  if (!body) return [];
  return propertiesOf(body).flatMap(([member, schema]): IdMember[] => {
    const items = schema.items as Json | undefined;
    if (schema.format === 'uuid') return [{ member, place: (id) => ({ [member]: id }) }];
    if (items?.format === 'uuid') return [{ member, place: (id) => ({ [member]: [id] }) }];
    if (!items) return [];
    return propertiesOf(items)
      .filter(([, inner]) => inner.format === 'uuid')
      .map(([name]) => ({ member: `${member}.${name}`, place: (id) => ({ [member]: [{ [name]: id }] }) }));
  });
}
