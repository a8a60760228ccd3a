import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OrganizationService } from '../../../src/contexts/organization/organizations/organization.service.js';
import { PersonService } from '../../../src/contexts/people/people/person.service.js';
import { TerminationJob } from '../../../src/contexts/people/people/termination.job.js';
import { newId } from '../../../src/platform/values/index.js';
import { until } from '../../../src/testing/until.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { SettableClock } from '../../support/application/settable-clock.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';
import { multiply } from '../../support/databases/multiply.js';

describe('the job that archives people who have left', () => {
  const clock = new SettableClock('2026-11-20T12:00:00Z');
  let application: TestModule;
  let people: PersonService;
  let organizationId: string;

  beforeAll(async () => {
    application = await createTestModule({ clock });
    people = application.get(PersonService);
  });
  afterAll(() => application.close());

  beforeEach(async () => {
    clock.instant = '2026-11-20T12:00:00Z';
    await application.database.query('DELETE FROM people; DELETE FROM outbox_events');
    ({ organizationId } = await application.organization(newId()));
  });

  const leaving = (termination_date: string, organization = organizationId) =>
    people.create(organization, { email_address: `${newId()}@example.com`, termination_date }, true);
  const job = () => application.get(TerminationJob);

  it('acts on the day after the last one, once, and tells of it', async () => {
    const person = await leaving('2026-11-21');
    const staying = await leaving('2026-11-22');
    clock.instant = '2026-11-21T23:59:59Z';
    expect(await job().run()).toBe(0);
    clock.instant = '2026-11-22T00:00:00Z';
    expect(await job().run()).toBe(1);
    expect(await job().run()).toBe(0);
    const archived = await people.get(organizationId, person.id);
    expect(archived).toMatchObject({
      is_archived: true,
      archived_on: '2026-11-22',
      termination_date: '2026-11-21',
    });
    expect(archived.modified_date > person.modified_date).toBe(true);
    expect((await people.get(organizationId, staying.id)).is_archived).toBe(false);
    const events = await eventsAbout(application, person.id);
    expect(events.map(({ Topic, Payload }) => [Topic, Payload.ModifiedProperties])).toEqual([
      ['person.created', undefined],
      ['person.modified', ['is_archived', 'archived_on']],
    ]);
  });

  it('goes by the day of each organization', async () => {
    const tokyo = await application.organization('Tokyo');
    await application.get(OrganizationService).update(tokyo.organizationId, { time_zone: 'Asia/Tokyo' });
    const here = await leaving('2026-11-21');
    const there = await leaving('2026-11-21', tokyo.organizationId);
    clock.instant = '2026-11-21T15:00:00Z';
    expect(await job().run()).toBe(1);
    expect((await people.get(organizationId, here.id)).is_archived).toBe(false);
    expect((await people.get(tokyo.organizationId, there.id)).is_archived).toBe(true);
  });

  it('shares its work with the job of another process, so that each person is archived and told of once', async () => {
    // More than one batch of the job.
    const made = 600;
    await leaving('2026-11-21');
    await multiply(application.database, organizationId, 0, made - 1);
    clock.instant = '2026-11-22T12:00:00Z';
    const second = await createTestModule({ clock, databaseUrl: application.databaseUrl });
    const counts = await Promise.all([job().run(), second.get(TerminationJob).run(), job().run()]);
    await second.close();
    expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(made);
    const [row] = await application.database.query<{ told: number; people: number }[]>(
      `SELECT (SELECT count(*)::int FROM outbox_events WHERE topic = 'person.modified') AS told,
         (SELECT count(*)::int FROM people WHERE is_archived) AS people`,
    );
    expect(row).toEqual({ told: made, people: made });
  });

  it('passes over a person that is being changed, and finds them the next time', async () => {
    const held = await leaving('2026-11-21');
    await leaving('2026-11-21');
    clock.instant = '2026-11-22T12:00:00Z';
    const change = application.database.createQueryRunner();
    await change.startTransaction();
    await change.query('SELECT 1 FROM people WHERE id = $1 FOR UPDATE', [held.id]);
    expect(await job().run()).toBe(1);
    await change.rollbackTransaction();
    await change.release();
    expect((await people.get(organizationId, held.id)).is_archived).toBe(false);
    expect(await job().run()).toBe(1);
  });

  it('goes on with the other organizations when one fails', async () => {
    const other = await application.organization('Other');
    const person = await leaving('2026-11-21', other.organizationId);
    await leaving('2026-11-21');
    clock.instant = '2026-11-22T12:00:00Z';
    await application.database.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
      CREATE TRIGGER refusal BEFORE UPDATE ON people FOR EACH ROW
        WHEN (old.organization_id = '${organizationId}') EXECUTE FUNCTION refuse()`);
    expect(await job().run()).toBe(1);
    expect((await people.get(other.organizationId, person.id)).is_archived).toBe(true);
  });

  it('runs when a process starts', async () => {
    const person = await leaving('2026-11-21');
    clock.instant = '2026-11-22T12:00:00Z';
    const second = await createTestModule({ clock, databaseUrl: application.databaseUrl });
    const isArchived = async () => (await people.get(organizationId, person.id)).is_archived;
    await until('it is archived', isArchived).finally(() => second.close());
  });
});
