import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiDescription } from '../support/requests/api-description.js';
import { refusal, UNUSED_ID } from '../support/requests/refusals.js';
import { shareTestApplication } from '../support/application/shared-application.js';
import type { TestApplication } from '../support/application/test-application.js';
import { createWorld, fill, type World } from '../support/application/world.js';

type Json = Record<string, unknown>;

const rateCard = {
  billing_model: 'time_and_materials',
  billing_model_options: { rate_card_id: UNUSED_ID },
};

/** A member that refers to nothing, by the code that refuses it; where it depends on the operation, by that too. */
const referring: Readonly<Record<string, Json>> = {
  'client.not_usable': { client_id: UNUSED_ID },
  'department.not_usable': { department_id: UNUSED_ID },
  'person.not_usable': { assignment: { type: 'person', id: UNUSED_ID } },
  'createActualTime person.not_usable': { person_id: UNUSED_ID },
  'updateActualTime person.not_usable': { person_id: UNUSED_ID },
  'createClient person.not_usable': { account_manager_id: UNUSED_ID },
  'updateClient person.not_usable': { account_manager_id: UNUSED_ID },
  'project.not_usable': { project_id: UNUSED_ID },
  'project_offering.not_usable': { project_offering_id: UNUSED_ID },
  'rate_card.not_usable': rateCard,
  'requisition.not_usable': { assignment: { type: 'requisition', id: UNUSED_ID } },
  'role.not_usable': { role_id: UNUSED_ID },
  'stage.not_usable': { stage_id: UNUSED_ID },
  'tag.not_usable': { tags: ['No such tag'] },
  // Who is not there is made.
  'user.not_usable': { email_address: 'archived@example.com' },
};

/** What makes a record differ from that of the world where it has no name. */
const apart: Readonly<Record<string, Json>> = {
  '/v1/people': { email_address: 'another@example.com' },
  '/v1/rate-cards/{rate_card_id}/rates': { role_id: 'name:Unassigned' },
  '/v1/projects/{project_id}/offerings/{project_offering_id}/roles': { assignment: null },
};

/** What of a body may be refused with another code, because the world has it already. */
const unusedIn = (body: Json): Json => ({
  ...('email_address' in body && { email_address: 'other@example.com' }),
  crm_identifiers: undefined,
  assignment: undefined,
});

describe('every operation', () => {
  let application: TestApplication;
  let world: World;
  let description: ApiDescription;

  beforeAll(async () => {
    application = await shareTestApplication();
    world = await createWorld(application, 'Refusing');
    const { email_address } = referring['user.not_usable'] ?? {};
    const { id } = await world.api.create('/v1/users', { email_address });
    await world.api.patch(`/v1/users/${id}`, { is_archived: true });
    description = await ApiDescription.of(application.url);
  });
  afterAll(() => application.close());

  const listing = (ending: string) =>
    description.operations().flatMap(({ method, path, operation }) =>
      // Entries are refused as their single writes are, which test/medium compares.
      (path.endsWith('/bulk') ? [] : Object.values(operation.responses)).flatMap(({ content }) =>
        Object.keys(content?.['application/json']?.examples ?? {})
          .filter((code) => code.endsWith(ending))
          .map((code) => ({ method, path, code, operationId: operation.operationId })),
      ),
    );
  const pathOf = (path: string): string => fill(path, (collection) => world.ids[collection] ?? UNUSED_ID);

  it('refuses with each code of what cannot be used that it lists', async () => {
    // A rate card in the path cannot be used when it is archived.
    const wanted = listing('.not_usable').filter(
      ({ operationId, code }) => !(operationId.endsWith('RateCardRate') && code === 'rate_card.not_usable'),
    );
    expect(wanted.length).toBeGreaterThan(20);
    const wrong: unknown[] = [];
    const roles = '/v1/projects/{project_id}/offerings/{project_offering_id}/roles';
    const { id } = await world.api.create(pathOf(roles), { role_id: world.ids['/v1/roles'] });
    const unassigned = `${pathOf(roles)}/${id}`;
    for (const { method, path, code, operationId } of wanted) {
      const collection = path.replace(/\/\{\w+\}$/, '');
      const body = referring[`${operationId} ${code}`] ?? referring[code];
      const sent =
        method === 'POST' ? { ...world.bodyFor(path), ...unusedIn(world.bodyFor(path)), ...body } : body;
      const place = operationId === 'updateProjectOfferingRole' ? unassigned : pathOf(path);
      let answer = await refusal(world, method, place, sent);
      // What only a new record refers to.
      if (method === 'PATCH' && answer[0] === 400) {
        const created = { ...world.bodyFor(collection), ...unusedIn(world.bodyFor(collection)), ...body };
        answer = await refusal(world, method, `${pathOf(collection)}/crm:refused:new`, created);
      }
      if (answer[1] !== code) wrong.push([operationId, code, answer]);
    }
    expect(wrong).toEqual([]);
  });

  it('that creates refuses with the code of a name in use that it lists', async () => {
    const wanted = listing('.name_in_use').filter(({ method }) => method === 'POST');
    expect(wanted.length).toBeGreaterThan(6);
    for (const { path, code } of wanted) {
      const body = { ...world.bodyFor(path), crm_identifiers: undefined };
      expect([code, ...(await refusal(world, 'POST', pathOf(path), body))]).toEqual([code, 409, code]);
    }
  });

  it('that changes refuses with the code of a name in use that it lists', async () => {
    const wanted = listing('.name_in_use').filter(
      ({ operationId }) => !['updateOrganization', 'updatePipeline'].includes(operationId),
    );
    for (const { path, code } of wanted.filter(({ method }) => method === 'PATCH')) {
      const collection = path.replace(/\/\{\w+\}$/, '');
      const { name, ...body }: Json = { ...world.bodyFor(collection), crm_identifiers: undefined };
      const { id } = await world.api.create(pathOf(collection), { ...body, name: 'Another' });
      const answer = await refusal(world, 'PATCH', `${pathOf(collection)}/${id}`, { name });
      expect([code, ...answer]).toEqual([code, 409, code]);
    }
  });

  it('refuses with each code of a CRM identifier in use that it lists', async () => {
    const wanted = listing('.crm_identifier_in_use').filter(
      ({ method, operationId, code }) =>
        method === 'POST' && !(operationId === 'createPipeline' && code.startsWith('stage.')),
    );
    expect(wanted.length).toBe(13);
    for (const { path, code } of wanted) {
      const { crm_identifiers, ...present } = world.bodyFor(path);
      const other = { ...('name' in present && { name: 'Of the same record' }), ...apart[path] };
      const body = { ...present, ...other, crm_identifiers };
      expect([code, ...(await refusal(world, 'POST', pathOf(path), body))]).toEqual([code, 409, code]);
    }
  });
});
