import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { exampleId } from '../../src/platform/values/index.js';
import { ApiDescription, type Operation } from '../support/requests/api-description.js';
import { DatabaseCopy } from '../support/databases/database-copy.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { createWorld, fill, type World } from '../support/application/world.js';

type Json = Record<string, unknown>;

interface Example {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

const OFFERINGS = '/v1/projects/{project_id}/offerings';

/** What the ids of the examples are of, by the collection whose record has them here. */
const kinds: Readonly<Record<string, string>> = {
  '/v1/users': 'user',
  '/v1/access-tokens': 'token',
  '/v1/tags': 'tag',
  '/v1/departments': 'department',
  '/v1/roles': 'role',
  '/v1/people': 'person',
  '/v1/requisitions': 'requisition',
  '/v1/rate-cards': 'rate card',
  '/v1/rate-cards/{rate_card_id}/rates': 'rate card rate',
  '/v1/clients': 'client',
  '/v1/pipelines': 'pipeline',
  '/v1/pipelines/{pipeline_id}/stages': 'stage',
  '/v1/projects': 'project',
  [OFFERINGS]: 'project offering',
  [`${OFFERINGS}/{project_offering_id}/roles`]: 'project offering role',
  '/v1/actual-time': 'actual time',
  '/v1/webhook-subscribers': 'webhook subscriber',
};

/** The examples of the request bodies, sent as they are to an organization whose records have the ids of the examples. */
describe('the examples of request bodies', () => {
  let application: TestApplication;
  let description: ApiDescription;
  let copy: DatabaseCopy;
  let api: TestApplication['api'];

  beforeAll(async () => {
    // On a database of its own, since all of it is written anew for each example.
    application = await createTestApplication();
    const world = await createWorld(application, 'Examples');
    api = world.api;
    await yieldToExamples(world);
    copy = new DatabaseCopy(application.database);
    await copy.renameIds(
      Object.entries(kinds).map(([collection, kind]) => [world.ids[collection] ?? '', exampleId(kind)]),
    );
    await copy.take();
    description = await ApiDescription.of(application.url);
  });
  beforeEach(() => copy.restore());
  afterAll(() => application.close());

  const pathOf = (path: string, { parameters = [] }: Operation): string =>
    path.replace(/\{(\w+)\}/g, (_part, name: string) => {
      const { example } = parameters.find((parameter) => parameter.name === name) ?? {};
      return String(example);
    });

  const examples = (): Example[] =>
    description.operations().flatMap(({ method, path, operation }) =>
      Object.values(operation.requestBody?.content ?? {}).flatMap((media) => {
        const named = Object.entries(media.examples ?? { example: { value: media.example } });
        return named.map(([name, { value }]) => ({
          name: `${operation.operationId} ${name}`,
          method,
          path: pathOf(path, operation),
          body: value,
        }));
      }),
    );

  it('are accepted as they are', async () => {
    const answers: Json[] = [];
    for (const { name, method, path, body } of examples()) {
      await copy.restore();
      const { status, body: answer } = await api.send(method, path, body);
      answers.push({ name, status: status < 300 ? 'accepted' : `${status} ${JSON.stringify(answer)}` });
    }
    expect(answers.length).toBeGreaterThan(35);
    expect(answers).toEqual(answers.map(({ name }) => ({ name, status: 'accepted' })));
  });

  it('of parameters are accepted as they are, in paths and queries', async () => {
    const refused: unknown[] = [];
    let count = 0;
    for (const { method, path, operation } of description.operations()) {
      if (method !== 'GET') continue;
      for (const { in: place, name, description: text = '' } of operation.parameters ?? []) {
        const [, example] = /Example: `([^`]+)`/.exec(text) ?? [];
        if (place !== 'query' || example === undefined || name === 'wait') continue;
        const query = new URLSearchParams({ [name]: example });
        // Chosen members alone are not what the description promises of whole records.
        const answer = await fetch(`${application.url}${pathOf(path, operation)}?${query.toString()}`, {
          headers: { 'X-API-KEY': api.token ?? '' },
        });
        count += 1;
        const body = await answer.text();
        if (answer.status !== 200) refused.push([operation.operationId, name, example, body]);
      }
    }
    expect(refused).toEqual([]);
    expect(count).toBeGreaterThan(200);
  });

  it('need no other record, where an organization can have one without another', () => {
    const unknown = ['createTag', 'createDepartment', 'createPerson', 'createRateCard', 'createClient']
      .concat(['createPipeline', 'createProject internal', 'createWebhookSubscriber', 'createAccessToken'])
      .map((name) => examples().find((one) => one.name.startsWith(name)));
    const texts = unknown.map((one) => JSON.stringify(one?.body));
    expect(texts.filter((text) => /"[0-9a-f]{8}-[0-9a-f]{4}-7/.test(text))).toEqual([]);
    expect(texts).not.toContain(undefined);
  });

  it('are refused with a member that is not described, wherever it stands', async () => {
    const accepted: unknown[] = [];
    for (const { name, method, path, body } of examples()) {
      for (const changed of withUnknown(body)) {
        const { status, body: answer } = await api.send(method, path, changed);
        if (status !== 400) accepted.push([name, changed, answer]);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('must be there where the description says so, and need not be where it says that', async () => {
    const differing: Json[] = [];
    for (const { method, path, operation } of description.operations()) {
      if (!operation.requestBody) continue;
      const { status } = await api.send(method, pathOf(path, operation));
      if ((status === 400) !== operation.requestBody.required) {
        differing.push({ operationId: operation.operationId, status });
      }
      await copy.restore();
    }
    expect(differing).toEqual([]);
  });
});

/** The world has some of the names of the examples, and a rate for the role of the example. */
async function yieldToExamples({ api, ids }: World): Promise<void> {
  const pathOf = (collection: string): string =>
    `${fill(collection, (parent) => ids[parent] ?? '')}/${ids[collection]}`;
  await api.patch(pathOf('/v1/departments'), { name: 'World department' });
  await api.patch(pathOf(OFFERINGS), { name: 'World offering' });
  const role = await api.create('/v1/roles', { name: 'Other role', department_id: ids['/v1/departments'] });
  await api.patch(pathOf('/v1/rate-cards/{rate_card_id}/rates'), { role_id: role.id });
}

/** The body with an unknown member in each of its objects; what integrations keep with a record has no unknown ones. */
function withUnknown(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => withUnknown(item).map((changed) => value.with(index, changed)));
  }
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value).filter(([name]) => name !== 'metadata');
  const below = members.flatMap(([name, member]) =>
    withUnknown(member).map((changed) => ({ ...value, [name]: changed })),
  );
  return [{ ...value, unknown: 1 }, ...below];
}
