import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActualTime } from '../../factories/time-tracking.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { faults, UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

const PATH = '/v1/actual-time/bulk';

interface TimeAnswer {
  readonly id: string;
  readonly recorded_date: string;
  readonly hours: number;
}

interface Results {
  readonly results: readonly {
    readonly status: number;
    readonly body: TimeAnswer & {
      readonly entries?: readonly TimeAnswer[];
      readonly errors?: object;
      readonly code?: string;
    };
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

const entry = (members: object = {}) => anActualTime(offeringId, personId, { ...members });
const send = (mode: string, ...entries: unknown[]) =>
  application.api.post<Results & Record<string, unknown>>(PATH, { mode, entries });
const countOfTimes = async () => {
  const { body } = await application.api.get(
    `/v1/actual-time?project_offering_id=${offeringId}&start_date=1900-01-01`,
  );
  return body.total;
};

describe('actual time in bulk', () => {
  it('answers 200 with what was created and changed, in the order of the entries', async () => {
    const before = await application.api.create<TimeAnswer>('/v1/actual-time', entry());
    const { status, body } = await send(
      'atomic',
      entry({ hours: 0.25, description: 'One' }),
      { id: before.id.toUpperCase(), hours: 3.5 },
      entry({ hours: 1, description: 'Two' }),
    );
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { status: 201, body: { hours: 0.25, description: 'One' } },
      { status: 200, body: { ...before, hours: 3.5, modified_date: expect.any(String) } },
      { status: 201, body: { hours: 1, description: 'Two' } },
    ]);
    for (const { body: time } of body.results) {
      expect((await application.api.get(`/v1/actual-time/${time.id}`)).body).toEqual(time);
    }
  });

  it('spreads the hours of a week over Monday to Friday, exact to the hundredth', async () => {
    const { recorded_date: _, ...week } = { ...entry({ week: '2026-W07' }) };
    const { status, body } = await send('each', { ...week, hours: 37.51 }, { ...week, hours: 0.02 });
    expect(status).toBe(207);
    const days = body.results.map((result) =>
      (result.body.entries ?? []).map((time) => [time.recorded_date, time.hours]),
    );
    expect(days).toEqual([
      [
        ['2026-02-09', 7.5],
        ['2026-02-10', 7.5],
        ['2026-02-11', 7.51],
        ['2026-02-12', 7.5],
        ['2026-02-13', 7.5],
      ],
      [
        ['2026-02-10', 0.01],
        ['2026-02-12', 0.01],
      ],
    ]);
  });

  it('takes references wherever an id is accepted, and creates what has none with its identifier', async () => {
    const email = (await application.api.get<{ email_address: string }>(`/v1/people/${personId}`)).body
      .email_address;
    const id = 'crm:tracker:4711';
    const sent = { ...entry(), id, person_id: `email:${email}` };
    const first = await send('atomic', sent, entry({ person_id: 'email:nobody@example.com', hours: 1 }));
    expect([first.status, first.body.code, first.body.operation]).toEqual([
      422,
      'person.not_usable',
      { index: 1 },
    ]);
    const created = await send('each', sent, entry({ project_offering_id: 'crm:tracker:none' }));
    expect(created.body.results).toMatchObject([
      {
        status: 201,
        body: { person_id: personId, crm_identifiers: [{ system: 'tracker', identifier: '4711' }] },
      },
      { status: 422, body: { code: 'project_offering.not_usable' } },
    ]);
    const changed = await send('atomic', { ...sent, hours: 2 }, entry());
    expect(changed.body.results).toMatchObject([
      { status: 200, body: { id: created.body.results[0]?.body.id, hours: 2 } },
      { status: 201 },
    ]);
    expect(
      await faults(application, 'POST', PATH, { mode: 'atomic', entries: [{ id: 'crm:tracker' }] }),
    ).toEqual([400, ['entries[0].id']]);
  });

  it('is refused as a whole with the place of the first refused entry, and writes nothing', async () => {
    const before = await countOfTimes();
    const { status, body } = await send('atomic', entry(), entry({ person_id: UNUSED_ID }), {
      id: UNUSED_ID,
    });
    expect([status, body.code, body.operation]).toEqual([422, 'person.not_usable', { index: 1 }]);
    const invalid = await send(
      'atomic',
      entry(),
      entry({ hours: 25 }),
      entry(),
      entry({ hours: 'x', colour: 1 }),
    );
    expect([invalid.status, Object.keys(invalid.body.errors as object), invalid.body.operation]).toEqual([
      400,
      ['entries[1].hours', 'entries[3].colour', 'entries[3].hours'],
      { index: 1 },
    ]);
    expect(await countOfTimes()).toBe(before);
  });

  it('with each passes the fellows of what is refused, and says why it is', async () => {
    const { status, body } = await send(
      'each',
      entry({ hours: 25 }),
      entry(),
      { id: UNUSED_ID, hours: 1 },
      entry({ recorded_date: '2026-02-30' }),
      entry({ person_id: UNUSED_ID }),
      'no entry',
    );
    expect(status).toBe(207);
    expect(body.results.map((result) => [result.status, result.body.code])).toEqual([
      [400, 'request.invalid'],
      [201, undefined],
      [404, 'actual_time.not_found'],
      [400, 'request.invalid'],
      [422, 'person.not_usable'],
      [400, 'request.invalid'],
    ]);
    const names = body.results.map((result) => Object.keys(result.body.errors ?? {}));
    expect([names[0], names[3], names[5]]).toEqual([
      ['entries[0].hours'],
      ['entries[3].recorded_date'],
      ['entries[5]'],
    ]);
  });

  it.each<[string, () => unknown, string[]]>([
    ['no mode', () => ({ entries: [entry()] }), ['mode']],
    ['another mode', () => ({ mode: 'some', entries: [entry()] }), ['mode']],
    ['no entries', () => ({ mode: 'each' }), ['entries']],
    ['an empty list', () => ({ mode: 'each', entries: [] }), ['entries']],
    ['more than a thousand', () => ({ mode: 'each', entries: Array(1001).fill(entry()) }), ['entries']],
    ['a member that is not known', () => ({ mode: 'each', entries: [entry()], dry: true }), ['dry']],
    [
      'the same id twice',
      () => ({ mode: 'each', entries: [{ id: UNUSED_ID }, entry(), { id: UNUSED_ID.toUpperCase() }] }),
      ['entries[2].id'],
    ],
    [
      'a week and a day',
      () => ({ mode: 'atomic', entries: [entry({ week: '2026-W07' })] }),
      ['entries[0].week'],
    ],
    [
      'a week of a record',
      () => ({ mode: 'atomic', entries: [{ id: UNUSED_ID, week: '2026-W07' }] }),
      ['entries[0].week'],
    ],
    [
      'a week that the year does not have',
      () => ({ mode: 'atomic', entries: [entry({ recorded_date: undefined, week: '2025-W53' })] }),
      ['entries[0].week'],
    ],
    [
      'what a new record needs and lacks',
      () => ({ mode: 'atomic', entries: [{}] }),
      [
        'entries[0].hours',
        'entries[0].person_id',
        'entries[0].project_offering_id',
        'entries[0].recorded_date',
      ],
    ],
    ['a list', () => [], ['body']],
  ])('is 400 with %s', async (_what, body, names) => {
    expect(await faults(application, 'POST', PATH, body())).toEqual([400, names]);
  });

  it('needs time:write', async () => {
    const reader = await application.organization('Readers', 'time:read');
    const { status, body } = await reader.api.post(PATH, { mode: 'each', entries: [entry()] });
    expect([status, body.code]).toEqual([403, 'token.scope_missing']);
  });

  it('records a thousand at once', async () => {
    const before = Number(await countOfTimes());
    const { status, body } = await send(
      'atomic',
      ...Array.from({ length: 1000 }, (_, index) =>
        entry({ hours: (index + 1) / 100, description: `No. ${index}` }),
      ),
    );
    expect([status, body.results.length, body.results[999]?.body.hours]).toEqual([200, 1000, 10]);
    expect(await countOfTimes()).toBe(before + 1000);
  });
});
