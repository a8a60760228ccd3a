import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { ProjectOfferingRoleService } from '../../../src/contexts/delivery/offering-roles/project-offering-role.service.js';
import { ProjectOfferingService } from '../../../src/contexts/delivery/offerings/project-offering.service.js';
import { ProjectMergeService } from '../../../src/contexts/delivery/project-merge/project-merge.service.js';
import { ProjectService } from '../../../src/contexts/delivery/projects/project.service.js';
import { PersonService } from '../../../src/contexts/people/people/person.service.js';
import { ClientService } from '../../../src/contexts/sales/clients/client.service.js';
import { ActualTimeRecordingService } from '../../../src/contexts/time-tracking/actual-time/actual-time-recording.service.js';
import { ActualTimeService } from '../../../src/contexts/time-tracking/actual-time/actual-time.service.js';
import { TimesheetEntryIntake } from '../../../src/contexts/time-tracking/index.js';
import { TimesheetEntryService } from '../../../src/contexts/time-tracking/timesheet-entries/timesheet-entry.service.js';
import { UnitOfWork } from '../../../src/platform/database/index.js';
import { newId } from '../../../src/platform/values/index.js';
import { anOffering, aProject } from '../../factories/delivery.factory.js';
import { aClient } from '../../factories/sales.factory.js';
import { anActualTime, aTimesheetEntry } from '../../factories/time-tracking.factory.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';
import { countStatements, sendingOf } from '../../support/databases/sent-statements.js';

let application: TestModule;
let organizationId: string;
let recording: ActualTimeRecordingService;
let times: ActualTimeService;
let people: PersonService;
let projects: ProjectService;
let roles: ProjectOfferingRoleService;
let merging: ProjectMergeService;
let clientId: string;

beforeAll(async () => {
  application = await shareTestModule();
  organizationId = application.organizationId;
  recording = application.get(ActualTimeRecordingService);
  times = application.get(ActualTimeService);
  people = application.get(PersonService);
  projects = application.get(ProjectService);
  roles = application.get(ProjectOfferingRoleService);
  merging = application.get(ProjectMergeService);
  clientId = (await application.get(ClientService).create(organizationId, aClient())).id;
});
afterAll(() => application.close());

const aNewPerson = (members = {}) =>
  people.create(organizationId, { email_address: `${newId()}@example.com`, ...members }, true);

/** An offering and somebody who may work on it. */
const aPlace = async (offering = {}) => {
  const project = await projects.create(organizationId, aProject(clientId));
  const { id } = await application
    .get(ProjectOfferingService)
    .create(organizationId, project.id, anOffering(offering));
  const person = await aNewPerson();
  return { path: { projectId: project.id, projectOfferingId: id }, person };
};
type Place = Awaited<ReturnType<typeof aPlace>>;

const record = ({ path, person }: Place, members = {}) =>
  recording.create(organizationId, anActualTime(path.projectOfferingId, person.id, members));
const assign = ({ path, person }: Place) =>
  roles.create(organizationId, path, {
    role_id: person.role_id,
    assignment: { type: 'person', id: person.id },
  });
const unassign = ({ path }: Place, id: string) =>
  roles.update(organizationId, path, id, { assignment: null });
const recorded = async ({ path }: Place) =>
  (
    await times.list(
      organizationId,
      { project_offering_id: path.projectOfferingId, start_date: '1900-01-01' },
      { page: 1, pageSize: 500 },
    )
  ).rows;
const rolesOf = async ({ path }: Place) =>
  (await roles.list(organizationId, path, {}, { page: 1, pageSize: 500 })).rows;

/** The offering's time is on the one role of its person. */
const expectOnRoleOfPerson = async (place: Place) => {
  const ofPerson = (await rolesOf(place)).filter(({ assignment }) => assignment?.id === place.person.id);
  const [time] = await recorded(place);
  expect(ofPerson.map(({ id }) => id)).toEqual([time?.project_offering_role_id]);
};

describe('recording time', () => {
  it.each(['time_and_materials', 'non_billable'])(
    'of an offering that is %s is the same, and told the same, on a role that is there as on one that is made',
    async (billing_model) => {
      const place = await aPlace({ billing_model });
      const heard: unknown[] = [];
      const emitter = application.get(EventEmitter2);
      emitter.on('actualtime.created', (event) => heard.push(event));
      const both = [await record(place), await record(place, { project_id: place.path.projectId })];
      emitter.removeAllListeners('actualtime.created');

      const own = { id: '', created_date: '', modified_date: '' };
      expect({ ...both[1], ...own }).toEqual({ ...both[0], ...own });
      const { projectId, projectOfferingId } = place.path;
      const payload = { projectId, projectOfferingId, personId: place.person.id };
      expect(heard).toEqual(
        both.map(({ id }) => ({ topic: 'actualtime.created', organizationId, id, payload })),
      );
      const sent = { ProjectId: projectId, ProjectOfferingId: projectOfferingId, PersonId: place.person.id };
      for (const { id } of both) {
        const [event, ...others] = await eventsAbout(application, id);
        expect([event?.Payload, others]).toEqual([{ Id: id, ...sent }, []]);
      }
    },
  );

  it('waits while the person is taken off their role, and then gives them another one', async () => {
    const place = await aPlace();
    const { id } = await assign(place);
    const race = await raceBehind(
      application,
      () => unassign(place, id),
      () => record(place),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    await expectOnRoleOfPerson(place);
  });

  it('keeps the role: deleting it waits and is refused, project_offering_role.has_actual_time', async () => {
    const place = await aPlace();
    const { id } = await assign(place);
    const race = await raceBehind(
      application,
      () => record(place),
      () => roles.remove(organizationId, place.path, id),
    );
    expect(race).toEqual({ waited: true, outcome: 'project_offering_role.has_actual_time' });
  });

  it('waits while the role of the person is deleted, and then gives them another one', async () => {
    const place = await aPlace();
    const { id } = await assign(place);
    const race = await raceBehind(
      application,
      async () => {
        await unassign(place, id);
        await roles.remove(organizationId, place.path, id);
      },
      () => record(place),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    await expectOnRoleOfPerson(place);
  });

  it.each([2, 20])('of one person on one offering %i times at once makes one role', async (count) => {
    const place = await aPlace();
    expect(await outcomesOf(count, () => record(place))).toEqual({ ok: count });
    const [role, ...others] = await rolesOf(place);
    expect(others).toEqual([]);
    expect(role).toMatchObject({ role_id: place.person.role_id, assignment: { id: place.person.id } });
    const used = (await recorded(place)).map((time) => time.project_offering_role_id);
    expect(used).toEqual(Array(count).fill(role?.id));
    const events = await application.database.query<unknown[]>(
      `SELECT 1 FROM outbox_events WHERE topic = 'projectofferingrole.created' AND body::text LIKE $1`,
      [`%${place.path.projectOfferingId}%`],
    );
    expect(events).toHaveLength(1);
  });

  it('against the assignment of the same person leaves one role of theirs: ok, or project_offering_role.person_has_role', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const place = await aPlace();
      const outcomes = await outcomesOf(6, (index) => (index % 3 === 2 ? assign(place) : record(place)));
      const { ok = 0, 'project_offering_role.person_has_role': refused = 0, ...others } = outcomes;
      expect([ok >= 4, ok + refused, others]).toEqual([true, 6, {}]);
      await expectOnRoleOfPerson(place);
    }
  });

  it('on the offerings of two projects that are merged crosswise ends without a fault', async () => {
    const one = await aPlace();
    const two = await aPlace();
    const [a, b] = [one.path.projectId, two.path.projectId];
    const outcomes = await outcomesOf(12, (index) => {
      if (index === 4) return merging.merge(organizationId, a, b);
      if (index === 8) return merging.merge(organizationId, b, a);
      return record(index % 2 ? one : two);
    });
    const refusals = ['ok', 'project.merge_source_has_time', 'project.merged'];
    expect(Object.keys(outcomes).filter((outcome) => !refusals.includes(outcome))).toEqual([]);
    const rows = [...(await recorded(one)), ...(await recorded(two))];
    expect(rows).toHaveLength(10);
  });
});

describe.each([
  { who: 'who gets a role by it', hasRole: false },
  { who: 'who has a role on the offering', hasRole: true },
])('recording time of somebody $who', ({ hasRole }) => {
  const theirPlace = async (): Promise<Place> => {
    const place = await aPlace();
    if (hasRole) await assign(place);
    return place;
  };

  it('keeps the project: merging it away waits and is refused, project.merge_source_has_time', async () => {
    const place = await theirPlace();
    const target = await aPlace();
    const race = await raceBehind(
      application,
      () => record(place),
      () => merging.merge(organizationId, target.path.projectId, place.path.projectId),
    );
    expect(race).toEqual({ waited: true, outcome: 'project.merge_source_has_time' });
  });

  it('waits while the project is merged away, and then follows the offering into the target', async () => {
    const place = await theirPlace();
    const target = await aPlace();
    const race = await raceBehind(
      application,
      () => merging.merge(organizationId, target.path.projectId, place.path.projectId),
      () => record(place),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect((await recorded(place)).map(({ project_id }) => project_id)).toEqual([target.path.projectId]);
  });

  it('waits while the project that it names is merged away: project.merged', async () => {
    const place = await theirPlace();
    const target = await aPlace();
    const race = await raceBehind(
      application,
      () => merging.merge(organizationId, target.path.projectId, place.path.projectId),
      () => record(place, { project_id: place.path.projectId }),
    );
    expect(race).toEqual({ waited: true, outcome: 'project.merged' });
    expect(await recorded(place)).toEqual([]);
  });

  it('waits while the project is archived: actual_time.project_archived', async () => {
    const place = await theirPlace();
    const race = await raceBehind(
      application,
      () => projects.update(organizationId, place.path.projectId, { is_archived: true }),
      () => record(place),
    );
    expect(race).toEqual({ waited: true, outcome: 'actual_time.project_archived' });
  });

  it('waits while the person is archived: person.not_usable', async () => {
    const place = await theirPlace();
    const race = await raceBehind(
      application,
      () => people.update(organizationId, place.person.id, { is_archived: true }, true),
      () => record(place),
    );
    expect(race).toEqual({ waited: true, outcome: 'person.not_usable' });
    expect(await rolesOf(place)).toHaveLength(hasRole ? 1 : 0);
  });

  it('waits while the person is archived, and then backfills a day of theirs, but no later one: actual_time.after_person_termination', async () => {
    const place = await theirPlace();
    const archive = () => people.update(organizationId, place.person.id, { is_archived: true }, true);
    const backfill = (recorded_date: string) => () =>
      recording.create(
        organizationId,
        anActualTime(place.path.projectOfferingId, place.person.id, { recorded_date }),
        true,
      );
    const later = await raceBehind(application, archive, backfill('2999-01-01'));
    expect(later).toEqual({ waited: true, outcome: 'actual_time.after_person_termination' });
    await people.update(organizationId, place.person.id, { is_archived: false }, true);
    expect(await raceBehind(application, archive, backfill('2026-11-20'))).toEqual({
      waited: true,
      outcome: 'ok',
    });
    await expectOnRoleOfPerson(place);
    const [time] = await recorded(place);
    const correct = times.update(organizationId, time?.id ?? '', { recorded_date: '2999-01-01' });
    await expect(correct).rejects.toMatchObject({ code: 'actual_time.after_person_termination' });
  });

  it('lets the person be archived only when it is done', async () => {
    const place = await theirPlace();
    const race = await raceBehind(
      application,
      () => record(place),
      () => people.update(organizationId, place.person.id, { is_archived: true }, true),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
  });

  it('and correcting it wait while the person gets a later first day: actual_time.before_person_start', async () => {
    const place = await theirPlace();
    const { id } = await record(place, { recorded_date: '2026-11-20' });
    let day = 20;
    const startLater = () =>
      people.update(organizationId, place.person.id, { start_date: `2026-12-${++day}` }, true);
    expect(await raceBehind(application, startLater, () => record(place))).toEqual({
      waited: true,
      outcome: 'actual_time.before_person_start',
    });
    const correct = () => times.update(organizationId, id, { recorded_date: '2026-12-21' });
    expect(await raceBehind(application, startLater, correct)).toEqual({
      waited: true,
      outcome: 'actual_time.before_person_start',
    });
  });
});

describe('recorded time', () => {
  it('keeps every change when thirty change different members of it', async () => {
    const { id } = await record(await aPlace());
    const members = [{ hours: 1.25 }, { billable: false }, { description: 'Workshop' }];
    expect(
      await outcomesOf(30, (index) => times.update(organizationId, id, members[index % 3] ?? {})),
    ).toEqual({ ok: 30 });
    expect(await times.get(organizationId, id)).toMatchObject(Object.assign({}, ...members) as object);
  });

  it('is deleted once when twenty delete it, the others actual_time.not_found', async () => {
    const { id } = await record(await aPlace());
    expect(await outcomesOf(20, () => times.remove(organizationId, id))).toEqual({
      ok: 1,
      'actual_time.not_found': 19,
    });
    const events = await application.database.query<unknown[]>(
      `SELECT 1 FROM outbox_events WHERE topic = 'actualtime.deleted' AND body::text LIKE $1`,
      [`%${id}%`],
    );
    expect(events).toHaveLength(1);
  });

  it('that is being deleted is not corrected: actual_time.not_found', async () => {
    const { id } = await record(await aPlace());
    const race = await raceBehind(
      application,
      () => times.remove(organizationId, id),
      () => times.update(organizationId, id, { hours: 1 }),
    );
    expect(race).toEqual({ waited: true, outcome: 'actual_time.not_found' });
  });

  it('is left to nobody when the unit of work around it fails', async () => {
    const place = await aPlace();
    const failing = application.get(UnitOfWork).run(async () => {
      await record(place);
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect([await recorded(place), await rolesOf(place)]).toEqual([[], []]);
  });
});

describe('statements', () => {
  it('of the lists are one, however many rows there are, and one for the day where no date is given', async () => {
    const place = await aPlace();
    const time = await record(place);
    const entries = application.get(TimesheetEntryService);
    const page = { page: 1, pageSize: 500 };
    const query = { project_offering_id: place.path.projectOfferingId };
    const all = { ...query, start_date: '2000-01-01' };
    const counts = async () => [
      await countStatements(() => times.list(organizationId, all, page)),
      await countStatements(() => entries.list(organizationId, all, page)),
      await countStatements(() => times.list(organizationId, query, page)),
      await countStatements(() => entries.list(organizationId, query, page)),
    ];
    expect(await counts()).toEqual([1, 1, 2, 2]);
    for (let index = 0; index < 20; index += 1) await record(place);
    const more = Array.from({ length: 200 }, () => aTimesheetEntry(time));
    await application.get(TimesheetEntryIntake).take(organizationId, more);
    expect((await entries.list(organizationId, all, page)).rows).toHaveLength(200);
    expect(await counts()).toEqual([1, 1, 2, 2]);
  });

  it('of recording time are two and its event, in three round trips, where the person has a role on the offering', async () => {
    const place = await aPlace();
    await record(place);
    const { statements, packets } = await sendingOf(() => record(place));
    expect([statements.length, packets]).toEqual([3, 3]);
  });

  it('of taking a thousand timesheet entries are one and that of their events', async () => {
    const time = await record(await aPlace());
    const entries = Array.from({ length: 1000 }, () => aTimesheetEntry(time));
    const intake = application.get(TimesheetEntryIntake);
    expect(await countStatements(() => intake.take(organizationId, entries))).toBe(2);
  });
});
