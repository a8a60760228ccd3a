import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActualTime } from '../../factories/time-tracking.factory.js';
import { aPerson } from '../../factories/people.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';
import { requestOf } from '../../support/databases/sent-statements.js';
import { UNUSED_ID } from '../../support/requests/refusals.js';

interface Answer {
  readonly code: string;
  readonly errors: object;
  readonly operation: { readonly index: number; readonly ref?: string };
  readonly results: readonly {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Readonly<Record<string, unknown>> & { readonly id: string };
  }[];
}

let application: TestApplication;
let planning: Planning;
let offeringId: string;
let personId: string;

beforeAll(async () => {
  application = await shareTestApplication();
  planning = await createPlanning(application);
  offeringId = await planning.newOffering();
  personId = await planning.newPerson();
});
afterAll(() => application.close());

const creation = (members: object = {}, ref?: string) => ({
  ...(ref !== undefined && { ref }),
  method: 'POST',
  path: '/v1/actual-time',
  body: anActualTime(offeringId, personId, { ...members }),
});
const send = (operations: readonly object[], mode = 'atomic') =>
  application.api.post<Answer>('/v1/batch', { mode, operations });
const hoursOf = async (offering = offeringId): Promise<number[]> => {
  const { body } = await application.api.get<{ results: { hours: number }[] }>(
    `/v1/actual-time?project_offering_id=${offering}&start_date=1900-01-01`,
  );
  return body.results.map(({ hours }) => hours);
};
const topicsOf = async (id: string): Promise<string[]> => {
  const rows = await application.database.query<{ topic: string }[]>(
    `SELECT topic FROM outbox_events WHERE body LIKE '%"Id":"' || $1 || '"%'`,
    [id],
  );
  return rows.map(({ topic }) => topic);
};

describe('records of time that a batch creates one after the other', () => {
  it('are answered as each alone, in their order, with one event of each', async () => {
    const wanted = [0.25, 7.5, 3, 24].map((hours, index) => creation({ hours, description: `No. ${index}` }));
    const { status, body } = await send(wanted);
    expect(status).toBe(200);
    for (const [index, result] of body.results.entries()) {
      const { id } = result.body;
      const alone = await application.api.get(`/v1/actual-time/${id}`);
      expect(result).toEqual({
        ref: null,
        status: 201,
        headers: { Location: `/v1/actual-time/${id}`, ETag: alone.headers.get('etag') },
        body: alone.body,
      });
      expect(alone.body).toMatchObject(wanted[index]?.body as object);
      expect(await topicsOf(id)).toEqual(['actualtime.created']);
    }
  });

  it('take as many statements as one or two, however many they are', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => planning.newPerson()));
    const statementsOf = async (count: number) => {
      const operations = people.slice(0, count).map((person_id) => creation({ person_id }));
      const { result, statements } = await requestOf(() => send(operations));
      expect(result.body.results.map(({ status }) => status)).toEqual(operations.map(() => 201));
      return statements.length;
    };
    await statementsOf(20);
    expect(await statementsOf(20)).toBe(await statementsOf(2));
  });

  it('are refused with the place of the first that is, and nothing is written', async () => {
    const offering = await planning.newOffering();
    const inOffering = (members: object, ref?: string) =>
      creation({ project_offering_id: offering, ...members }, ref);
    const taken = { crm_identifiers: [{ system: 'tracker', identifier: 'taken' }] };
    const wrong: [object, number, string][] = [
      [{ hours: 0 }, 400, 'request.invalid'],
      [{ hours: 'x' }, 400, 'request.invalid'],
      [{ person_id: UNUSED_ID }, 422, 'person.not_usable'],
      [{ recorded_date: '1970-01-01' }, 422, 'actual_time.before_person_start'],
      [{ project_id: UNUSED_ID }, 422, 'project.not_usable'],
      [taken, 409, 'actual_time.crm_identifier_in_use'],
    ];
    const startingPerson = await planning.newPerson({ start_date: '2020-01-01' });
    for (const [members, status, code] of wrong) {
      const operations = [
        inOffering({ ...taken, person_id: startingPerson }),
        inOffering({ hours: 2 }),
        inOffering({ person_id: startingPerson, ...members }, 'wrong'),
        inOffering({ hours: -1 }),
      ];
      const answer = await send(operations);
      expect([answer.status, answer.body.code, answer.body.operation]).toEqual([
        status,
        code,
        { index: 2, ref: 'wrong' },
      ]);
    }
    expect(await hoursOf(offering)).toEqual([]);
    const { body } = await send([inOffering({}), inOffering({ hours: 'x' })]);
    expect(Object.keys(body.errors)).toEqual(['operations[1].body.hours']);
  });

  it('give a person one role on the offering, which is told once, also where many batches do at once', async () => {
    const offering = await planning.newOffering();
    const person_id = await planning.newPerson();
    const wanted = Array.from({ length: 10 }, () => creation({ project_offering_id: offering, person_id }));
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(wanted)));
    expect(answers.map(({ status, body }) => (status === 200 ? status : body))).toEqual(Array(12).fill(200));
    const roles = new Set(
      answers.flatMap(({ body }) => body.results.map((result) => result.body.project_offering_role_id)),
    );
    expect(roles.size).toBe(1);
    expect(await topicsOf([...roles][0] as string)).toEqual(['projectofferingrole.created']);
    expect((await hoursOf(offering)).length).toBe(120);
  });

  it('see what stands before them, and are seen by what comes after', async () => {
    const { body, status } = await send([
      { method: 'POST', path: '/v1/people', ref: 'new', body: aPerson() },
      creation({ person_id: '@{new.id}', hours: 1 }, 'one'),
      creation({ person_id: '@{new.id}', hours: 2 }),
      creation({ person_id: '@{one.person_id}', hours: 3 }, 'three'),
      creation({ hours: 4 }),
      { method: 'PATCH', path: '/v1/actual-time/@{one.id}', body: { hours: 5 } },
      { method: 'DELETE', path: '/v1/actual-time/@{three.id}' },
    ]);
    expect([status, body.results?.map((result) => result.status)]).toEqual([
      200,
      [201, 201, 201, 201, 201, 200, 204],
    ]);
    const [{ body: person } = { body: { id: '' } }] = body.results;
    const { body: list } = await application.api.get<{ results: { hours: number }[] }>(
      `/v1/actual-time?person_id=${person.id}&start_date=1900-01-01`,
    );
    expect(list.results.map(({ hours }) => hours).sort()).toEqual([2, 5]);
  });

  it('are tried, repeated and judged each by itself as any others', async () => {
    const offering = await planning.newOffering();
    const twice = { system: 'tracker', identifier: 'twice' };
    const operations = [1, 2, 3].map((hours) => creation({ project_offering_id: offering, hours }));
    const refused = [
      ...operations,
      creation({ crm_identifiers: [twice] }),
      creation({ crm_identifiers: [twice] }),
    ];
    const at = (path: string, body: readonly object[], headers = {}) =>
      application.api.send<Answer>('POST', path, { mode: 'atomic', operations: body }, headers);
    const tried = [
      await at('/v1/batch?validate_only=true', operations),
      await at('/v1/batch?validate_only=true', refused),
    ];
    expect(tried.map(({ status, body }) => [status, body.operation?.index])).toEqual([
      [200, undefined],
      [409, 4],
    ]);
    expect(await hoursOf(offering)).toEqual([]);
    const key = { 'Idempotency-Key': 'time-in-a-batch' };
    const [first, again] = [await at('/v1/batch', operations, key), await at('/v1/batch', operations, key)];
    expect(again.body).toEqual(first.body);
    const keyed = await at('/v1/batch', refused, { 'Idempotency-Key': 'refused-time-in-a-batch' });
    expect([keyed.status, keyed.body.operation.index]).toEqual([409, 4]);
    expect((await hoursOf(offering)).sort()).toEqual([1, 2, 3]);
    const each = await send(refused, 'each');
    expect(each.body.results.map(({ status }) => status)).toEqual([201, 201, 201, 201, 409]);
  });
});
