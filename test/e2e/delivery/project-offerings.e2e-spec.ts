import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anInternalProject, anOffering } from '../../factories/delivery.factory.js';
import { aRateCard, usd } from '../../factories/people.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { faults, refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface OfferingAnswer extends Record<string, unknown> {
  id: string;
  name: string;
  billing_model_options: object;
  modified_date: string;
}

describe('offerings of a project', () => {
  let application: TestApplication;
  let planning: Planning;
  let project: string;
  let rateCard: string;

  beforeAll(async () => {
    application = await shareTestApplication();
    const { api } = application;
    planning = await createPlanning(application);
    project = await planning.newProject({ name: 'Relaunch' });
    rateCard = (await api.create('/v1/rate-cards', aRateCard({ name: 'Standard' }))).id;
  });
  afterAll(() => application.close());

  const place = (projectId = project) => `/v1/projects/${projectId}/offerings`;
  const aNewProject = (members: object = {}) => planning.newProject({ ...members });
  const create = (members: object = {}, projectId = project) =>
    application.api.create<OfferingAnswer>(place(projectId), anOffering({ ...members }));
  const patch = (id: string, members: object, projectId = project) =>
    application.api.patch<OfferingAnswer>(`${place(projectId)}/${id}`, members);
  const found = async (path: string) =>
    (await application.api.get<{ results: OfferingAnswer[] }>(path)).body.results.map(({ name }) => name);

  it('need a name and a billing model, are where Location says, and tell of it with their project', async () => {
    const { status, headers, body } = await application.api.post<OfferingAnswer>(place(), {
      name: ' Design ',
      billing_model: 'time_and_materials',
    });
    expect([status, headers.get('location')]).toEqual([201, `${place()}/${body.id}`]);
    expect(body).toEqual({
      id: expect.any(String),
      project_id: project,
      crm_identifiers: [],
      name: 'Design',
      billing_model: 'time_and_materials',
      billing_model_options: { rate_card_id: null },
      created_date: body.modified_date,
      modified_date: expect.any(String),
    });
    expect((await eventsAbout(application, body.id)).map(({ Topic, Payload }) => [Topic, Payload])).toEqual([
      ['projectoffering.created', { Id: body.id, ProjectId: project }],
    ]);
    expect(await faults(application, 'POST', place(), {})).toEqual([400, ['billing_model', 'name']]);
  });

  it('answer one with its financial settings, its planned roles and its timesheet project', async () => {
    const { api } = application;
    const offering = await create({ billing_model_options: { rate_card_id: rateCard } });
    const planned = await planning.newRole(offering.id, {}, project);
    expect((await api.get(`${place()}/${offering.id}`)).body).toEqual({
      ...offering,
      financial_settings: {
        currency_code: 'USD',
        rate_card: { id: rateCard, name: 'Standard' },
        target_margin: expect.any(Number),
        sold_snapshot: null,
      },
      planned_roles: [planned],
      timesheet_project: { id: offering.id, name: `Relaunch: ${offering.name}`, is_open: true },
    });
  });

  it('have what was sold once the project leaves pre_sale; its cost only for rates:read', async () => {
    const { api } = application;
    const sold = await aNewProject();
    const revenue = { currency_code: 'USD', amount: 500.25 };
    const members = { billing_model: 'fixed_bid', billing_model_options: { fixed_revenue: revenue } };
    const { id } = await create(members, sold);
    const settings = async (client: Pick<typeof api, 'get'>) =>
      (await client.get<{ financial_settings: object }>(`${place(sold)}/${id}`)).body.financial_settings;
    expect(await settings(api)).toMatchObject({ sold_snapshot: null });
    await api.patch(`/v1/projects/${sold}`, { status: 'awaiting_start' });
    const snapshot = { hours: 0, cost: { currency_code: 'USD', amount: 0 }, revenue: expect.anything() };
    expect(await settings(api)).toMatchObject({ rate_card: null, sold_snapshot: snapshot });
    const reader = await application.organization('Test organization', 'delivery:read');
    const { sold_snapshot } = (await settings(reader.api)) as { sold_snapshot: object };
    expect(Object.keys(sold_snapshot).sort()).toEqual(['hours', 'revenue']);
  });

  it('have a timesheet project that is open until the project is completed or archived', async () => {
    const { api } = application;
    const running = await aNewProject({ status: 'in_progress' });
    const { id } = await create({}, running);
    const isOpen = async () =>
      (await api.get<{ timesheet_project: { is_open: boolean } }>(`${place(running)}/${id}`)).body
        .timesheet_project.is_open;
    expect(await isOpen()).toBe(true);
    await api.patch(`/v1/projects/${running}`, { status: 'completed' });
    expect(await isOpen()).toBe(false);
    await api.patch(`/v1/projects/${running}`, { status: 'in_progress', is_archived: true });
    expect(await isOpen()).toBe(false);
  });

  it('are in their own project only, else 404 project_offering.not_found, project.not_found', async () => {
    const { id } = await create();
    const other = await aNewProject();
    const missing = [404, 'project_offering.not_found'];
    for (const path of [`${place(other)}/${id}`, `${place()}/${UNUSED_ID}`, `${place(UNUSED_ID)}/${id}`]) {
      expect(await refusal(application, 'GET', path)).toEqual(missing);
      expect(await refusal(application, 'PATCH', path, { name: 'x' })).toEqual(missing);
    }
    expect(await refusal(application, 'GET', place(UNUSED_ID))).toEqual([404, 'project.not_found']);
    expect(await refusal(application, 'POST', place(UNUSED_ID), anOffering())).toEqual([
      404,
      'project.not_found',
    ]);
    expect(await found(place(other))).toEqual([]);
  });

  it('have each name once in a project, whatever its case: 409 project_offering.name_in_use', async () => {
    const { id } = await create({ name: 'Straße' });
    const inUse = [409, 'project_offering.name_in_use'];
    expect(await refusal(application, 'POST', place(), anOffering({ name: ' STRASSE ' }))).toEqual(inUse);
    const second = await create();
    expect(await refusal(application, 'PATCH', `${place()}/${second.id}`, { name: 'strasse' })).toEqual(
      inUse,
    );
    expect((await patch(id, { name: 'STRASSE' })).body.name).toBe('STRASSE');
    expect((await create({ name: 'Straße' }, await aNewProject())).name).toBe('Straße');
  });

  it('have a billing model for their project, else 422 project_offering.billing_model_not_for_project', async () => {
    const internal = (await application.api.create('/v1/projects', anInternalProject())).id;
    const notFor = [422, 'project_offering.billing_model_not_for_project'];
    for (const billing_model of ['time_and_materials', 'fixed_bid', 'fixed_retainer', 'non_billable']) {
      expect((await create({ billing_model })).billing_model).toBe(billing_model);
      expect(await refusal(application, 'POST', place(internal), anOffering({ billing_model }))).toEqual(
        notFor,
      );
    }
    for (const billing_model of ['investment', 'admin']) {
      const made = await create({ billing_model }, internal);
      expect(made).toMatchObject({ billing_model, billing_model_options: {} });
      expect(await refusal(application, 'POST', place(), anOffering({ billing_model }))).toEqual(notFor);
    }
    const { id } = await create();
    expect(await refusal(application, 'PATCH', `${place()}/${id}`, { billing_model: 'admin' })).toEqual(
      notFor,
    );
  });

  it('have the options of their billing model; those of another, and faults in them, are 400', async () => {
    const options = (billing_model: string, billing_model_options: unknown) =>
      faults(application, 'POST', place(), anOffering({ billing_model, billing_model_options }));
    expect(await options('fixed_bid', { rate_card_id: rateCard, retainer_amount: null })).toEqual([
      400,
      ['billing_model_options.rate_card_id', 'billing_model_options.retainer_amount'],
    ]);
    expect(await options('non_billable', { fixed_revenue: usd(1) })).toEqual([
      400,
      ['billing_model_options.fixed_revenue'],
    ]);
    expect(await options('fixed_bid', { fixed_revenue: usd(0.00001), price: 1 })).toEqual([
      400,
      ['billing_model_options.fixed_revenue.amount', 'billing_model_options.price'],
    ]);
    expect(await options('fixed_retainer', { retainer_period: 'year' })).toEqual([
      400,
      ['billing_model_options.retainer_period'],
    ]);
    for (const wrong of [null, [], 'x', [{ fixed_revenue: usd(1) }]]) {
      expect(await options('fixed_bid', wrong)).toEqual([400, ['billing_model_options']]);
    }
  });

  it('keep exact money, and a retainer of a month unless it says otherwise', async () => {
    const largest = usd(99_999_999_999.9999);
    const bid = await create({
      billing_model: 'fixed_bid',
      billing_model_options: { fixed_revenue: largest },
    });
    expect(bid.billing_model_options).toEqual({ fixed_revenue: largest });
    const retainer = await create({
      billing_model: 'fixed_retainer',
      billing_model_options: { retainer_amount: usd(0.1) },
    });
    const monthly = { retainer_amount: usd(0.1), retainer_period: 'month' };
    expect(retainer.billing_model_options).toEqual(monthly);
    const weekly = await patch(retainer.id, {
      billing_model_options: { ...monthly, retainer_period: 'week' },
    });
    expect(weekly.body.billing_model_options).toEqual({ ...monthly, retainer_period: 'week' });
    const cleared = await patch(retainer.id, { billing_model_options: {} });
    expect(cleared.body.billing_model_options).toEqual({ retainer_amount: null, retainer_period: null });
  });

  it('have money and a rate card in the currency of the project, else 422 project.currency_mismatch', async () => {
    const euros = { currency_code: 'EUR', amount: 1 };
    const mismatch = [422, 'project.currency_mismatch'];
    const card = await application.api.create('/v1/rate-cards', aRateCard({ currency_code: 'EUR' }));
    const wrong = [
      { billing_model: 'fixed_bid', billing_model_options: { fixed_revenue: euros } },
      { billing_model: 'fixed_retainer', billing_model_options: { retainer_amount: euros } },
      { billing_model: 'time_and_materials', billing_model_options: { rate_card_id: card.id } },
    ];
    const { id } = await create();
    for (const members of wrong) {
      expect(await refusal(application, 'POST', place(), anOffering(members))).toEqual(mismatch);
      expect(await refusal(application, 'PATCH', `${place()}/${id}`, members)).toEqual(mismatch);
    }
  });

  it('are billed by a rate card that is in use, else 422 rate_card.not_usable', async () => {
    const { id } = await application.api.create('/v1/rate-cards', aRateCard());
    const { id: offering } = await create({ billing_model_options: { rate_card_id: id } });
    await application.api.patch(`/v1/rate-cards/${id}`, { is_archived: true });
    for (const rate_card_id of [id, UNUSED_ID]) {
      const body = anOffering({ billing_model_options: { rate_card_id } });
      const { status, body: answer } = await application.api.post(place(), body);
      expect([status, answer.code]).toEqual([422, 'rate_card.not_usable']);
      expect(answer.detail).toMatch(/^billing_model_options\.rate_card_id:/);
    }
    // What it has already may stay.
    expect((await patch(offering, { name: 'Kept' })).status).toBe(200);
    const same = { billing_model_options: { rate_card_id: id } };
    expect((await patch(offering, same)).body.billing_model_options).toEqual({ rate_card_id: id });
  });

  it('replace their options with the billing model, and tell of what really changed', async () => {
    const offering = await create({ billing_model_options: { rate_card_id: rateCard } });
    const { id, name, billing_model, billing_model_options } = offering;
    expect((await patch(id, { name, billing_model, billing_model_options })).body).toEqual(offering);
    expect((await patch(id, { billing_model: 'fixed_bid' })).body).toMatchObject({
      billing_model: 'fixed_bid',
      billing_model_options: { fixed_revenue: null },
    });
    await patch(id, { name: 'Fixed', billing_model_options: { fixed_revenue: usd(5) } });
    const events = await eventsAbout(application, id);
    expect(
      events.map(({ Topic, Payload }) => [Topic, Payload.ProjectId, Payload.ModifiedProperties]),
    ).toEqual([
      ['projectoffering.created', project, undefined],
      ['projectoffering.modified', project, ['billing_model', 'billing_model_options']],
      ['projectoffering.modified', project, ['name', 'billing_model_options']],
    ]);
  });

  it('keep what they are paid by once work has begun: 409 project_offering.billing_is_frozen', async () => {
    for (const status of ['in_progress', 'on_hold', 'completed']) {
      const running = await aNewProject({ status });
      const { id } = await create({}, running);
      const frozen = [409, 'project_offering.billing_is_frozen'];
      const path = `${place(running)}/${id}`;
      expect(await refusal(application, 'PATCH', path, { billing_model: 'fixed_bid' })).toEqual(frozen);
      const options = { billing_model_options: { rate_card_id: rateCard } };
      expect(await refusal(application, 'PATCH', path, options)).toEqual(frozen);
      const same = { billing_model: 'time_and_materials', billing_model_options: {} };
      expect((await patch(id, { name: 'Renamed', ...same }, running)).body.name).toBe('Renamed');
    }
    const waiting = await aNewProject({ status: 'awaiting_start' });
    const { id } = await create({}, waiting);
    expect((await patch(id, { billing_model: 'non_billable' }, waiting)).status).toBe(200);
  });

  it('are not added to a project that is archived, else 409 project.archived, but may change in it', async () => {
    const old = await aNewProject();
    const { id } = await create({}, old);
    await application.api.patch(`/v1/projects/${old}`, { is_archived: true });
    expect(await refusal(application, 'POST', place(old), anOffering())).toEqual([409, 'project.archived']);
    expect((await patch(id, { name: 'Late' }, old)).body.name).toBe('Late');
  });

  it('are listed in the order of their creation, and found by name and billing model', async () => {
    const listed = await aNewProject();
    for (const name of ['Zebra one', 'Ant', 'Zebra 50% two_']) await create({ name }, listed);
    await create({ name: 'Zebra free', billing_model: 'non_billable' }, listed);
    const list = place(listed);
    expect(await found(list)).toEqual(['Zebra one', 'Ant', 'Zebra 50% two_', 'Zebra free']);
    expect(await found(`${list}?terms=TWO%20zebra`)).toEqual(['Zebra 50% two_']);
    expect(await found(`${list}?terms=%25%20_`)).toEqual(['Zebra 50% two_']);
    expect(await found(`${list}?billing_model=non_billable`)).toEqual(['Zebra free']);
    expect(await found(`${list}?billing_model=time_and_materials&terms=zebra&pageSize=1&page=2`)).toEqual([
      'Zebra 50% two_',
    ]);
    expect(await faults(application, 'GET', `${list}?billing_model=free&is_archived=true`)).toEqual([
      400,
      ['billing_model', 'is_archived'],
    ]);
  });
});
