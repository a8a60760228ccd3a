import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProjectOfferingRoleService } from '../../../src/contexts/delivery/offering-roles/project-offering-role.service.js';
import { ProjectMergeService } from '../../../src/contexts/delivery/project-merge/project-merge.service.js';
import { ProjectService } from '../../../src/contexts/delivery/projects/project.service.js';
import { PersonService } from '../../../src/contexts/people/people/person.service.js';
import type { ActualTimeEntry } from '../../../src/contexts/time-tracking/actual-time-bulk/actual-time-bulk.dto.js';
import { ActualTimeBulkService } from '../../../src/contexts/time-tracking/actual-time-bulk/actual-time-bulk.service.js';
import { ActualTimeRecordingService } from '../../../src/contexts/time-tracking/actual-time/actual-time-recording.service.js';
import type {
  ActualTimeResponse,
  CreateActualTimeRequest,
} from '../../../src/contexts/time-tracking/actual-time/actual-time.dto.js';
import { ActualTimeService } from '../../../src/contexts/time-tracking/actual-time/actual-time.service.js';
import { UnitOfWork } from '../../../src/platform/database/index.js';
import { BusinessError } from '../../../src/platform/errors/index.js';
import { newId } from '../../../src/platform/values/index.js';
import { Random } from '../../../src/seed/world/random.js';
import { anActualTime } from '../../factories/time-tracking.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';
import { sendingOf } from '../../support/databases/sent-statements.js';

let application: TestModule;
let organizationId: string;
let planning: Planning;
let bulk: ActualTimeBulkService;
let recording: ActualTimeRecordingService;
let times: ActualTimeService;
let people: PersonService;
let projects: ProjectService;
let roles: ProjectOfferingRoleService;
let merging: ProjectMergeService;

beforeAll(async () => {
  application = await shareTestModule();
  organizationId = application.organizationId;
  planning = await createPlanning(application);
  bulk = application.get(ActualTimeBulkService);
  recording = application.get(ActualTimeRecordingService);
  times = application.get(ActualTimeService);
  people = application.get(PersonService);
  projects = application.get(ProjectService);
  roles = application.get(ProjectOfferingRoleService);
  merging = application.get(ProjectMergeService);
});
afterAll(() => application.close());

const record = (mode: 'atomic' | 'each', ...entries: ActualTimeEntry[]) =>
  bulk.record(organizationId, { mode, entries });

const aPlace = async () => {
  const projectId = await planning.newProject({ status: 'in_progress' });
  const projectOfferingId = await planning.newOffering({}, projectId);
  return { path: { projectId, projectOfferingId }, personId: await planning.newPerson() };
};
type Place = Awaited<ReturnType<typeof aPlace>>;

const entry = ({ path, personId }: Place, members: object = {}): ActualTimeEntry =>
  anActualTime(path.projectOfferingId, personId, { ...members });
const rolesOf = async ({ path }: Place) =>
  (await roles.list(organizationId, path, {}, { page: 1, pageSize: 500 })).rows;

/** Everything that recording leaves, with the ids replaced by what they mean. */
const tracesIn = async (organization: string, names: ReadonlyMap<string, string>) => {
  const rows = await application.database.query<Record<string, unknown>[]>(
    `SELECT t.id, t.project_id, t.project_offering_id, t.person_id, t.recorded_date::text, t.hours, t.billable,
       t.description, r.project_offering_id || ' ' || r.person_id || ' ' || r.role_id AS role,
       t.modified_at > t.created_at AS is_corrected
     FROM actual_time t JOIN project_offering_roles r USING (organization_id, project_offering_id)
     WHERE t.organization_id = $1 AND r.id = t.project_offering_role_id ORDER BY t.id`,
    [organization],
  );
  const offeringRoles = await application.database.query<{ id: string; place: string }[]>(
    `SELECT id, project_offering_id || ' ' || person_id AS place FROM project_offering_roles
     WHERE organization_id = $1 ORDER BY id`,
    [organization],
  );
  const events = await application.database.query<{ topic: string; payload: string }[]>(
    `SELECT topic, body::json->>'Payload' AS payload FROM outbox_events
     WHERE organization_id = $1 AND topic ~ '^(actualtime|projectofferingrole)' ORDER BY id`,
    [organization],
  );
  const known = new Map(names);
  rows.forEach(({ id }, index) => known.set(String(id), `time ${index}`));
  offeringRoles.forEach(({ id }, index) => known.set(id, `offering role ${index}`));
  const named = (value: unknown) =>
    JSON.stringify(value).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => known.get(id) ?? 'unknown');
  return {
    rows: rows.map((row) => named({ ...row })),
    offeringRoles: offeringRoles.map(({ place }) => named(place)),
    // Of one record in order; between records no order is told.
    events: events.map(({ topic, payload }) => named([topic, payload])).sort(),
  };
};

/** The same world in each organization: usable, archived and merged projects, people who come, go and are away. */
const aWorld = async (name: string) => {
  const { organizationId: id } = await application.organization(name);
  const world = await createPlanning(application, id);
  const [usable, archived, source] = [world.projectId, await world.newProject(), await world.newProject()];
  const offerings = [
    await world.newOffering({}, usable),
    await world.newOffering({ billing_model: 'non_billable' }, usable),
    await world.newOffering({}, archived),
    await world.newOffering({}, source),
  ];
  await merging.merge(id, usable, source);
  const persons = [
    await world.newPerson({ role_id: world.roleId }),
    await world.newPerson({ role_id: world.roleId }),
    await world.newPerson({ role_id: world.roleId, start_date: '2026-02-11' }),
    await world.newPerson({
      role_id: world.roleId,
      start_date: '2020-01-01',
      termination_date: '2026-02-11',
    }),
    await world.newPerson({ role_id: world.roleId }),
  ];
  await world.newRole(offerings[0] as string, { assignment: { type: 'person', id: persons[0] } });
  const existing = [];
  for (const index of [0, 1, 2]) {
    const time = anActualTime(offerings[index] as string, persons[index] as string, {
      recorded_date: '2026-03-02',
    });
    existing.push((await recording.create(id, time)).id);
  }
  await projects.update(id, archived, { is_archived: true });
  await people.update(id, persons[4] as string, { is_archived: true }, true);
  const kinds = { project: [usable, archived, source], offering: offerings, person: persons, time: existing };
  const names = new Map(
    Object.entries(kinds).flatMap(([kind, ids]) =>
      ids.map((one, index): [string, string] => [one, `${kind} ${index}`]),
    ),
  );
  return { id, names: new Map([...names, [world.roleId, 'role']]), ...kinds };
};
type World = Awaited<ReturnType<typeof aWorld>>;

/** An entry in words, so that it means the same in each world. */
const someEntry = (random: Random, free: number[]) => {
  const known = random.chance(15) ? free.pop() : undefined;
  const day = () => `2026-02-${String(random.between(9, 15)).padStart(2, '0')}`;
  const hours = random.between(1, 2400) / 100;
  const isWeek = known === undefined && random.chance(20);
  return {
    known,
    offering: random.between(0, 4),
    person: random.between(0, 5),
    project: random.chance(15) ? random.between(0, 3) : undefined,
    day: isWeek
      ? { week: '2026-W07' }
      : known !== undefined && random.chance(50)
        ? {}
        : { recorded_date: day() },
    hours,
    more: {
      ...(random.chance(30) && { billable: random.chance(50) }),
      ...(random.chance(30) && {
        description: random.pick(['Workshop', '', `"quotes", {and} \\ 'more'`, null]),
      }),
    },
  };
};
type Described = ReturnType<typeof someEntry>;

const unknown = '7f3c1b52-8a44-4d0e-9b1e-3f5a6c7d8e90';

const entryIn = (
  world: World,
  { known, offering, person, project, day, hours, more }: Described,
): ActualTimeEntry =>
  known === undefined
    ? {
        project_offering_id: world.offering[offering] ?? unknown,
        person_id: world.person[person] ?? unknown,
        ...(project !== undefined && { project_id: world.project[project] ?? unknown }),
        ...day,
        hours,
        ...more,
      }
    : { id: world.time[known] ?? unknown, ...day, hours, ...more };

const alone = async (world: World, entry: ActualTimeEntry): Promise<unknown> => {
  const { id, week, ...members } = entry;
  try {
    if (id !== undefined) return [200, await times.update(world.id, id, members)];
    if (week === undefined)
      return [201, await recording.create(world.id, members as CreateActualTimeRequest)];
    const total = Math.round((entry.hours ?? 0) * 100);
    const upTo = (days: number) => Math.floor((2 * total * days + 5) / 10);
    const entries: ActualTimeResponse[] = [];
    // A week is refused as a whole: by its first day, or by its last.
    await recordWeek(
      world,
      members,
      [0, 1, 2, 3, 4].map((index) => upTo(index + 1) - upTo(index)),
      entries,
    );
    return [201, { entries }];
  } catch (error) {
    if (error instanceof BusinessError) return [error.kind, error.code];
    throw error;
  }
};

const recordWeek = async (world: World, members: object, parts: number[], entries: ActualTimeResponse[]) => {
  const days = ['2026-02-09', '2026-02-10', '2026-02-11', '2026-02-12', '2026-02-13'];
  const wanted = days.map((recorded_date, index) => ({
    ...(members as CreateActualTimeRequest),
    recorded_date,
    hours: (parts[index] ?? 0) / 100,
  }));
  await application.get(UnitOfWork).run(async () => {
    for (const day of wanted) if (day.hours > 0) entries.push(await recording.create(world.id, day));
  });
};

describe('recording in bulk', () => {
  it.each([1, 2, 3, 4])(
    'leaves and answers the same as one by one, for random entries (%i)',
    async (seed) => {
      const random = new Random(seed);
      const [together, apart] = [await aWorld(`together ${seed}`), await aWorld(`apart ${seed}`)];
      const free = random.shuffled([0, 1, 2, 3]);
      const described = Array.from({ length: 80 }, () => someEntry(random, free));
      const { results } = await bulk.record(together.id, {
        mode: 'each',
        entries: described.map((each) => entryIn(together, each)),
      });
      const expected: unknown[] = [];
      for (const each of described) expected.push(await alone(apart, entryIn(apart, each)));

      const found = results.map((result) =>
        result instanceof BusinessError
          ? [result.kind, result.code]
          : [result.isNew ? 201 : 200, result.body],
      );
      const withoutIds = (value: unknown) =>
        JSON.stringify(value).replaceAll(/"(id|[a-z_]+_id|created_date|modified_date)":"[^"]*"/g, '"$1"');
      expect(found.map(withoutIds)).toEqual(expected.map(withoutIds));
      expect(await tracesIn(together.id, together.names)).toEqual(await tracesIn(apart.id, apart.names));
      expect(new Set(found.map(([status]) => status)).size).toBeGreaterThan(3);
    },
  );

  it('gives fifty entries of a pair without a role one role and one event, also those of two bulks at once', async () => {
    const places = [await aPlace(), await aPlace(), await aPlace()];
    const entries = Array.from({ length: 51 }, (_, index) => entry(places[index % 3] as Place));
    expect(
      await outcomesOf(4, (index) => record('each', ...(index % 2 ? entries : [...entries].reverse()))),
    ).toEqual({ ok: 4 });
    for (const place of places) {
      const [role, ...others] = await rolesOf(place);
      expect([role?.assignment?.id, others]).toEqual([place.personId, []]);
      const events = await application.database.query<unknown[]>(
        `SELECT 1 FROM outbox_events WHERE topic = 'projectofferingrole.created' AND body::text LIKE $1`,
        [`%${place.path.projectOfferingId}%`],
      );
      expect(events).toHaveLength(1);
    }
  });

  it.each([
    ['actual_time.not_found', () => ({ id: unknown, hours: 1 })],
    ['project_offering.not_usable', (place: Place) => ({ ...entry(place), project_offering_id: unknown })],
    ['person.not_usable', (place: Place) => ({ ...entry(place), person_id: unknown })],
    ['project.not_usable', (place: Place) => ({ ...entry(place), project_id: unknown })],
    [
      'request.invalid',
      (place: Place) => ({ ...entry(place), hours: undefined }) as unknown as ActualTimeEntry,
    ],
  ])('atomic writes nothing where one is refused: %s, with its place', async (code, refused) => {
    const place = await aPlace();
    const failing = record('atomic', entry(place), refused(place), entry(place));
    await expect(failing).rejects.toMatchObject({ code, operation: { index: 1 } });
    expect(await rolesOf(place)).toEqual([]);
  });

  it('stays with its project, offering and person, as an upsert says it: request.member_fixed', async () => {
    const [place, other] = [await aPlace(), await aPlace()];
    const { id } = await recording.create(organizationId, entry(place) as CreateActualTimeRequest);
    const { projectId: project_id, projectOfferingId: project_offering_id } = other.path;
    for (const moved of [{ project_id }, { project_offering_id }, { person_id: other.personId }]) {
      await expect(record('atomic', { id, ...moved })).rejects.toMatchObject({
        code: 'request.member_fixed',
        message: expect.stringContaining(`${Object.keys(moved)[0]}:`) as unknown,
      });
    }
    const { results } = await record('each', { id, ...entry(place, { hours: 3 }) });
    expect(results).toMatchObject([{ isNew: false, body: { id, hours: 3 } }]);
  });

  it('names records by their identifiers, which stay theirs: actual_time.crm_identifier_in_use', async () => {
    const place = await aPlace();
    const system = `tracker ${newId()}`;
    const one = { system, identifier: '1', url: null };
    const two = { system, identifier: '2', url: 'https://tracker.example.com/2' };
    const [id, missing] = [`crm:${system}:1`, `crm:${system}:9`];
    const created = await record('atomic', { id, ...entry(place, { crm_identifiers: [two] }) });
    expect(created.results).toMatchObject([{ isNew: true, body: { crm_identifiers: [two, one] } }]);
    const { id: uuid } = (created.results[0] as { body: ActualTimeResponse }).body;
    const again = await record(
      'each',
      { id: `crm:${system}:2`, hours: 2, crm_identifiers: [one] },
      { id: missing, hours: 2 },
      entry(place, { crm_identifiers: [one] }),
      entry(place, { crm_identifiers: [{ ...one, identifier: '3' }] }),
      entry(place, { crm_identifiers: [{ ...one, identifier: '3' }] }),
    );
    expect(again.results).toMatchObject([
      { isNew: false, body: { id: uuid, hours: 2, crm_identifiers: [one, two] } },
      { code: 'request.invalid', members: { 'entries[1].person_id': ['is required'] } },
      { code: 'actual_time.crm_identifier_in_use' },
      { isNew: true },
      { code: 'actual_time.crm_identifier_in_use' },
    ]);
    for (const other of [uuid, `crm:${system}:2`]) {
      await expect(record('each', { id, hours: 1 }, { id: other, hours: 2 })).rejects.toMatchObject({
        code: 'request.invalid',
        members: { 'entries[1].id': [expect.any(String)] },
      });
    }
  });

  it('sends the same statements for a thousand entries as for ten', async () => {
    const world = await aWorld(`many ${newId()}`);
    const sentFor = async (count: number) => {
      const entries = Array.from({ length: count }, (_, index) =>
        index < 2
          ? { id: world.time[index] as string, hours: count / 100 }
          : {
              project_offering_id: world.offering[index % 2] as string,
              person_id: world.person[index % 2] as string,
              project_id: world.project[index % 2] as string,
              ...(index % 7 ? { recorded_date: '2026-02-10' } : { week: '2026-W08' }),
              hours: 8,
            },
      );
      const { result, statements, packets } = await sendingOf(() =>
        bulk.record(world.id, { mode: 'each', entries }),
      );
      expect(result.results).toHaveLength(count);
      return [statements.length, packets];
    };
    await sentFor(10);
    const few = await sentFor(12);
    expect(await sentFor(1000)).toEqual(few);
    expect(few[0]).toBeLessThanOrEqual(12);
  });
});

describe('races of a bulk', () => {
  it.each<[string, string, (place: Place) => Promise<unknown>]>([
    [
      'the project is archived',
      'actual_time.project_archived',
      ({ path }) => projects.update(organizationId, path.projectId, { is_archived: true }),
    ],
    [
      'the person is archived',
      'person.not_usable',
      ({ personId }) => people.update(organizationId, personId, { is_archived: true }, true),
    ],
    [
      'the person gets a later first day',
      'actual_time.before_person_start',
      ({ personId }) => people.update(organizationId, personId, { start_date: '2026-12-24' }, true),
    ],
  ])('it waits while %s, and refuses those entries alone: %s', async (_what, code, change) => {
    const [place, other] = [await aPlace(), await aPlace()];
    let results: readonly unknown[] = [];
    const race = await raceBehind(
      application,
      () => change(place),
      async () => ({ results } = await record('each', entry(other), entry(place), entry(other))),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(results).toMatchObject([{ isNew: true }, { code }, { isNew: true }]);
    expect([await rolesOf(place), await rolesOf(other)]).toMatchObject([[], [{}]]);
  });

  it('it waits while an identifier is moved, and corrects the time that has it then', async () => {
    const place = await aPlace();
    const identifier = newId();
    const crm_identifiers = [{ url: null, identifier, system: 'hub' }];
    const recorded = async (members: object): Promise<string> => {
      const time = anActualTime(place.path.projectOfferingId, place.personId, { hours: 1, ...members });
      return (await recording.create(organizationId, time)).id;
    };
    const [former, latter] = [await recorded({ crm_identifiers }), await recorded({})];
    const race = await raceBehind(
      application,
      async () => {
        await times.update(organizationId, former, { crm_identifiers: [] });
        await times.update(organizationId, latter, { crm_identifiers });
      },
      () => record('atomic', { id: `crm:hub:${identifier}`, hours: 3 }),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    const hoursOf = async (id: string) => (await times.get(organizationId, id)).hours;
    expect([await hoursOf(former), await hoursOf(latter)]).toEqual([1, 3]);
  });

  it('it waits while a project is merged away, and follows the offering into the target', async () => {
    const [place, target] = [await aPlace(), await aPlace()];
    let results: readonly unknown[] = [];
    const race = await raceBehind(
      application,
      () => merging.merge(organizationId, target.path.projectId, place.path.projectId),
      async () =>
        ({ results } = await record(
          'each',
          entry(place),
          entry(place, { project_id: place.path.projectId }),
        )),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(results).toMatchObject([
      { isNew: true, body: { project_id: target.path.projectId } },
      { code: 'project.merged' },
    ]);
  });

  it('what it records keeps the project and the role: project.merge_source_has_time, project_offering_role.has_actual_time', async () => {
    const [place, target] = [await aPlace(), await aPlace()];
    const merge = () => merging.merge(organizationId, target.path.projectId, place.path.projectId);
    const write = () => record('atomic', entry(place), entry(target));
    expect(await raceBehind(application, write, merge)).toEqual({
      waited: true,
      outcome: 'project.merge_source_has_time',
    });
    const [role] = await rolesOf(place);
    const remove = () => roles.remove(organizationId, place.path, role?.id ?? '');
    expect(await raceBehind(application, write, remove)).toEqual({
      waited: true,
      outcome: 'project_offering_role.has_actual_time',
    });
  });

  it('it waits while a person is taken off their role that is deleted, and gives them another one', async () => {
    const place = await aPlace();
    const { id } = await planning.newRole(
      place.path.projectOfferingId,
      { assignment: { type: 'person', id: place.personId } },
      place.path.projectId,
    );
    const race = await raceBehind(
      application,
      async () => {
        await roles.update(organizationId, place.path, id, { assignment: null });
        await roles.remove(organizationId, place.path, id);
      },
      () => record('atomic', entry(place), entry(place)),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(await rolesOf(place)).toMatchObject([{ assignment: { id: place.personId } }]);
  });

  it('it corrects no record that is being deleted: actual_time.not_found', async () => {
    const place = await aPlace();
    const made = await record('atomic', entry(place), entry(place));
    const [gone, kept] = made.results.map((result) =>
      'body' in result ? (result.body as ActualTimeResponse).id : '',
    );
    let results: readonly unknown[] = [];
    const race = await raceBehind(
      application,
      () => times.remove(organizationId, gone ?? ''),
      async () =>
        ({ results } = await record('each', { id: gone ?? '', hours: 1 }, { id: kept ?? '', hours: 1 })),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(results).toMatchObject([{ code: 'actual_time.not_found' }, { body: { hours: 1 } }]);
  });

  it('it creates a record of another system once when six bring it at once, the others change it', async () => {
    const place = await aPlace();
    const system = `tracker ${newId()}`;
    const ids = Array.from({ length: 20 }, (_, index) => `crm:${system}:${index}`);
    const random = new Random(3);
    const made: boolean[] = [];
    expect(
      await outcomesOf(6, async (index) => {
        const entries = random.shuffled(ids).map((id) => ({ id, ...entry(place, { hours: index + 1 }) }));
        const { results } = await record(index % 2 ? 'each' : 'atomic', ...entries);
        made.push(...results.map((result) => 'isNew' in result && result.isNew));
      }),
    ).toEqual({ ok: 6 });
    expect([made.length, made.filter((isNew) => isNew).length]).toEqual([120, 20]);
    const rows = await application.database.query<{ ids: string }[]>(
      `SELECT crm_identifiers->0->>'identifier' AS ids FROM actual_time WHERE project_offering_id = $1`,
      [place.path.projectOfferingId],
    );
    expect(rows).toHaveLength(20);
  });

  it('it creates a record of another system anew that is deleted meanwhile', async () => {
    const place = await aPlace();
    const id = `crm:tracker ${newId()}:1`;
    const { results: first } = await record('atomic', { id, ...entry(place) });
    const { id: gone } = (first[0] as { body: ActualTimeResponse }).body;
    let results: readonly unknown[] = [];
    const race = await raceBehind(
      application,
      () => times.remove(organizationId, gone),
      async () => ({ results } = await record('atomic', { id, ...entry(place) })),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(results).toMatchObject([{ isNew: true }]);
  });

  it('an identifier that is claimed meanwhile is refused for its entry alone: actual_time.crm_identifier_in_use', async () => {
    const place = await aPlace();
    const crm_identifiers = [{ system: `tracker ${newId()}`, identifier: '1', url: null }];
    let results: readonly unknown[] = [];
    const race = await raceBehind(
      application,
      () => recording.create(organizationId, entry(place, { crm_identifiers }) as CreateActualTimeRequest),
      async () =>
        ({ results } = await record('each', entry(place), entry(place, { crm_identifiers }), entry(place))),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(results).toMatchObject([
      { isNew: true },
      { code: 'actual_time.crm_identifier_in_use' },
      { isNew: true },
    ]);
  });

  it('many at once over the same records and pairs end without a fault', async () => {
    const places = [await aPlace(), await aPlace(), await aPlace(), await aPlace()];
    const made = await record('atomic', ...places.map((place) => entry(place)));
    const ids = made.results.map((result) =>
      'body' in result ? (result.body as ActualTimeResponse).id : '',
    );
    const random = new Random(9);
    expect(
      await outcomesOf(12, (index) =>
        record(
          index % 2 ? 'each' : 'atomic',
          ...random.shuffled([
            ...ids.map((id) => ({ id, hours: index + 1, recorded_date: `2026-03-${10 + index}` })),
            ...places.map((place) => entry(place)),
          ]),
        ),
      ),
    ).toEqual({ ok: 12 });
    for (const place of places) expect(await rolesOf(place)).toHaveLength(1);
  });
});
