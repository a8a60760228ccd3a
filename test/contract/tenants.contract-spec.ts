import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../support/requests/api-client.js';
import { ApiDescription, type Operation, holdsId } from '../support/requests/api-description.js';
import { UNUSED_ID } from '../support/requests/refusals.js';
import { shareTestApplication } from '../support/application/shared-application.js';
import type { TestApplication } from '../support/application/test-application.js';
import { collectionOf, createWorld, fill, unusedIn, type World } from '../support/application/world.js';

type Json = Record<string, unknown>;

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
    application = await shareTestApplication();
    own = await createWorld(application, 'Own');
    other = await createWorld(application, 'Other');
    description = await ApiDescription.of(application.url);
  });
  afterAll(() => application.close());

  // Ids and request ids differ by nature; everything else must not.
  const comparable = ({ status, body }: ApiResponse<unknown>, ...ids: string[]) => {
    const text = ids.reduce((rest, id) => rest.replaceAll(id, 'ID'), JSON.stringify(body));
    return { status, body: text.replace(/"request_id":"[^"]*"/, '') };
  };

  const withPathIds = () => description.operations().filter(({ path }) => path.includes('{'));

  const bodyOf = (method: string, path: string, { requestBody }: Operation): object | undefined => {
    if (method === 'POST' && requestBody) return own.listFor(path) ?? own.bodyFor(path);
    return method === 'PATCH' ? {} : undefined;
  };

  it('in the path is one that nobody has', async () => {
    const compared: string[] = [];
    for (const { method, path, operation } of withPathIds()) {
      const collections: string[] = [];
      fill(path, (collection) => (collections.push(collection), ''));
      // Own parents with a foreign record, and foreign all the way from each level on.
      for (const from of collections.keys()) {
        const pathWith = (id: (collection: string) => string): string =>
          fill(path, (collection) =>
            collections.indexOf(collection) < from ? (own.ids[collection] ?? UNUSED_ID) : id(collection),
          );
        const foreign = await own.api.send(
          method,
          pathWith((collection) => other.ids[collection] ?? collectionOf(collection)),
          bodyOf(method, path, operation),
        );
        const unknown = await own.api.send(method, pathWith(unusedIn), bodyOf(method, path, operation));
        expect(unknown.status).toBe(404);
        expect({ path, ...comparable(foreign, ...Object.values(other.ids)) }).toEqual({
          path,
          ...comparable(unknown, ...collections.map(unusedIn)),
        });
        compared.push(`${method} ${path}`);
      }
    }
    expect(compared.length).toBeGreaterThan(10);
  });

  it('in the body is one that nobody has', async () => {
    const compared: string[] = [];
    for (const { method, path, operation } of description.operations()) {
      for (const { member, place, isOfCreation } of idMembers(description, operation)) {
        const send = (id: string) => {
          const target = fill(path, (collection) => own.ids[collection] ?? UNUSED_ID);
          const whole = own.bodyFor(path.replace(/\/\{id\}$/, ''));
          return own.api.send(method, target, {
            ...bodyOf(method, path, operation),
            ...('mode' in whole && { mode: whole.mode }),
            ...place(id, whole),
          });
        };
        const foreign = await send(other.ids[collectionOf(member)] ?? '');
        const unknown = await send(UNUSED_ID);
        // With an id in the path nothing is created, so what only creation takes is not known.
        const status = isOfCreation ? 400 : member === 'entries.id' ? 404 : 422;
        expect({ path, member, status: unknown.status }).toEqual({ path, member, status });
        expect(comparable(foreign, ...Object.values(other.ids))).toEqual(comparable(unknown, UNUSED_ID));
        compared.push(`${method} ${path} ${member}`);
      }
    }
    expect(compared.length).toBeGreaterThan(8);
  });

  it('in a filter is one that nobody has', async () => {
    let compared = 0;
    for (const { method, path, operation } of description.operations()) {
      for (const parameter of operation.parameters ?? []) {
        if (
          parameter.in !== 'query' ||
          !holdsId((parameter.schema.items ?? parameter.schema) as typeof parameter.schema)
        )
          continue;
        const target = fill(path, (collection) => own.ids[collection] ?? UNUSED_ID);
        const ask = (id: string) => own.api.send(method, `${target}?${parameter.name}=${id}`);
        const collection = parameter.name === 'id' ? path : collectionOf(parameter.name);
        const foreign = await ask(other.ids[collection] ?? '');
        expect(comparable(foreign)).toEqual(comparable(await ask(UNUSED_ID)));
        expect(foreign.body.total ?? foreign.body.count).toBe(0);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('is in none of the lists', async () => {
    for (const { method, path, operation } of description.operations()) {
      if (method !== 'GET' || !operation.operationId.startsWith('list')) continue;
      const { status, body } = await own.api.get(
        fill(path, (collection) => own.ids[collection] ?? UNUSED_ID),
      );
      expect(status).toBe(200);
      for (const id of [...Object.values(other.ids), other.organizationId])
        expect(JSON.stringify(body)).not.toContain(id);
      // Nothing of this process numbers changes.
      if (path === '/v1/changes') continue;
      // What is applied as a list has no ids, and is shown as it was sent.
      expect(JSON.stringify(body)).toContain(own.ids[path] ?? JSON.stringify(own.listFor(path)));
    }
  });

  it('by the name of its tag is a name that nobody has: 422 tag.not_usable', async () => {
    await other.api.create('/v1/tags', { name: 'Only theirs' });
    const roles = '/v1/projects/{project_id}/offerings/{project_offering_id}/roles';
    for (const collection of ['/v1/people', '/v1/projects', roles]) {
      const path = fill(`${collection}/{id}`, (parent) => own.ids[parent] ?? UNUSED_ID);
      const patched = await own.api.patch(path, { tags: ['Only theirs'] });
      expect([patched.status, patched.body.code]).toEqual([422, 'tag.not_usable']);
    }
  });
});

interface IdMember {
  readonly member: string;
  readonly isOfCreation: boolean;
  /**
   * The part of a body that carries this id in this member.
   * @param whole a body that the resource can be made from
   */
  place(id: string, whole: Json): Json;
}

/** The members of a request body that hold an id, also in objects, in lists and in lists of objects. */
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
    const isOfCreation = String(schema.description).includes('By a reference only');
    if (holdsId(schema)) return [{ member, isOfCreation, place: (id) => ({ [member]: id }) }];
    if (items && holdsId(items)) return [{ member, isOfCreation, place: (id) => ({ [member]: [id] }) }];
    return propertiesOf(items ?? schema)
      .filter(([, inner]) => holdsId(inner))
      .map(([name]) => ({
        member: `${member}.${name}`,
        isOfCreation,
        place: (id, whole) => ({
          [member]: items
            ? [{ ...(whole[member] as Json[] | undefined)?.[0], [name]: id }]
            : { ...(whole[member] as Json | undefined), [name]: id },
        }),
      }));
  });
}
