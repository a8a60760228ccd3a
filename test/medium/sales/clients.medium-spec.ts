import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PersonService } from '../../../src/contexts/people/people/person.service.js';
import { ClientService } from '../../../src/contexts/sales/clients/client.service.js';
import { UsableClients } from '../../../src/contexts/sales/index.js';
import { UnitOfWork } from '../../../src/platform/database/index.js';
import { newId } from '../../../src/platform/values/index.js';
import { aClient, anIdentifier } from '../../factories/sales.factory.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';

describe('clients at the same moment', () => {
  let application: TestModule;
  let organizationId: string;
  let clients: ClientService;

  beforeAll(async () => {
    application = await shareTestModule();
    organizationId = application.organizationId;
    clients = application.get(ClientService);
  });
  afterAll(() => application.close());

  const create = (members = {}) => clients.create(organizationId, aClient(members));

  it('get one of a name when fifty are made, the others client.name_in_use', async () => {
    const outcomes = await outcomesOf(50, (index) =>
      create({ name: index % 2 ? 'Contested' : ' CONTESTED' }),
    );
    expect(outcomes).toEqual({ ok: 1, 'client.name_in_use': 49 });
  });

  it('get one of a CRM identifier when fifty are made, the others client.crm_identifier_in_use', async () => {
    const contested = anIdentifier();
    const outcomes = await outcomesOf(50, (index) =>
      create({ crm_identifiers: index % 2 ? [contested, anIdentifier()] : [anIdentifier(), contested] }),
    );
    expect(outcomes).toEqual({ ok: 1, 'client.crm_identifier_in_use': 49 });
  });

  it('that want the same identifiers in opposite orders do not lock up', async () => {
    const [first, second] = [anIdentifier('a'), anIdentifier('b')];
    const outcomes = await outcomesOf(20, (index) =>
      create({ crm_identifiers: index % 2 ? [first, second] : [second, first] }),
    );
    expect(outcomes).toEqual({ ok: 1, 'client.crm_identifier_in_use': 19 });
  });

  it('keep the whole list of one of twenty changes of the identifiers of one client', async () => {
    const { id } = await create();
    const lists = Array.from({ length: 20 }, () => [anIdentifier(), anIdentifier()]);
    const outcomes = await outcomesOf(20, (index) =>
      clients.update(organizationId, id, { crm_identifiers: lists[index] ?? [] }),
    );
    expect(outcomes).toEqual({ ok: 20 });
    const { crm_identifiers } = await clients.get(organizationId, id);
    expect(lists).toContainEqual(crm_identifiers);
  });

  it('that are changed to the same twenty times change and tell of it once', async () => {
    const { id } = await create();
    const crm_identifiers = [anIdentifier()];
    await outcomesOf(20, () =>
      clients.update(organizationId, id, { name: `Renamed ${id}`, crm_identifiers }),
    );
    const modified = (await eventsAbout(application, id)).filter(({ Topic }) => Topic === 'client.modified');
    expect(modified.map(({ Payload }) => Payload.ModifiedProperties)).toEqual([['name', 'crm_identifiers']]);
  });

  it('cannot be referred to while they are being archived: client.not_usable', async () => {
    const { id } = await create();
    const usable = application.get(UsableClients);
    const refer = () =>
      application.get(UnitOfWork).run(() => usable.lockForShare(organizationId, id, 'client_id'));
    expect(await outcomesOf(1, refer)).toEqual({ ok: 1 });
    const race = await raceBehind(
      application,
      () => clients.update(organizationId, id, { is_archived: true }),
      refer,
    );
    expect(race).toEqual({ waited: true, outcome: 'client.not_usable' });
  });

  it('cannot get an account manager who is being archived: person.not_usable', async () => {
    const people = application.get(PersonService);
    const person = await people.create(organizationId, { email_address: `${newId()}@example.com` }, true);
    const race = await raceBehind(
      application,
      () => people.update(organizationId, person.id, { is_archived: true }, true),
      () => create({ account_manager_id: person.id }),
    );
    expect(race).toEqual({ waited: true, outcome: 'person.not_usable' });
  });

  it('that fail leave nothing behind, neither a row nor an event', async () => {
    const count = async () =>
      (
        await application.database.query<{ rows: number; events: number }[]>(
          `SELECT (SELECT count(*)::int FROM clients WHERE organization_id = $1) AS rows,
             (SELECT count(*)::int FROM outbox_events WHERE organization_id = $1) AS events`,
          [organizationId],
        )
      )[0];
    const taken = anIdentifier();
    await create({ crm_identifiers: [taken] });
    const before = await count();
    const outcome = await outcomesOf(1, () => create({ crm_identifiers: [anIdentifier(), taken] }));
    expect(outcome).toEqual({ 'client.crm_identifier_in_use': 1 });
    expect(await count()).toEqual(before);
  });
});
