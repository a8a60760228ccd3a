import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aPerson, aRequisition, aRole, aDepartment } from '../../factories/people.factory.js';
import { aClient } from '../../factories/sales.factory.js';
import {
  DeliveryModel,
  sumOf,
  type ModelProject,
  type ModelRole,
} from '../../support/random-operations/delivery-model.js';
import { projectOperations } from '../../support/random-operations/project-operations.js';
import type { Picks } from '../../support/random-operations/random-operation.js';
import { roleOperations } from '../../support/random-operations/role-operations.js';
import { timeOperations } from '../../support/random-operations/time-operations.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication, TestOrganization } from '../../support/application/test-application.js';

const operations = { ...projectOperations, ...roleOperations, ...timeOperations };

type OperationName = keyof typeof operations;
type Step = readonly [name: OperationName, picks: Picks];

interface Results<Row> {
  readonly total: number;
  readonly results: Row[];
}

// Every number is as likely as any other: small ones would mean the first record, always.
const picks = fc.noBias(fc.array(fc.nat(2 ** 16), { minLength: 4, maxLength: 4 }));
const names = Object.keys(operations) as OperationName[];
// What other operations need comes more often than what ends it.
const weighted: readonly OperationName[] = [
  ...names,
  ...(['createOffering', 'createRole', 'plan', 'record'] as const).flatMap((name) => Array(4).fill(name)),
];
const step = fc.tuple(fc.constantFrom(...weighted), picks);
const steps = fc.noBias(fc.array(step, { minLength: 60, maxLength: 120, size: 'max' }));

/** Something that the first random operations can be done to. */
const opening: readonly Step[] = [
  ['createProject', [0, 0, 1]],
  ['createProject', [0, 1, 2]],
  ['createProject', [1, 2, 0]],
  ['createOffering', [0, 0, 0, 0]],
  ['createOffering', [1, 0, 1, 0]],
  ['createOffering', [2, 2, 4, 0]],
  ['createRole', [0, 0, 0]],
  ['createRole', [1, 1, 2]],
];

/** Whatever is asked in whatever order: a simple model of the rules foretells each answer and what stands at the end. */
describe('random operations', () => {
  let application: TestApplication;
  let runs = 0;

  beforeAll(async () => {
    application = await shareTestApplication();
  });
  afterAll(() => application.close());

  const begin = async (): Promise<{ organization: TestOrganization; model: DeliveryModel }> => {
    const organization = await application.organization(`Run ${++runs}`);
    const { api } = organization;
    const department = await api.create('/v1/departments', aDepartment());
    const made = async (path: string, bodies: object[]) =>
      Promise.all(bodies.map(async (body) => (await api.create(path, body)).id));
    const roleIds = await made('/v1/roles', [aRole(department.id), aRole(department.id)]);
    const clientIds = await made('/v1/clients', [aClient(), aClient()]);
    const startDates = [null, null, '2026-03-03'];
    const personIds = await made(
      '/v1/people',
      startDates.map((start_date) => aPerson({ start_date, role_id: roleIds[0] })),
    );
    const requisitionIds = await made('/v1/requisitions', [aRequisition(roleIds[0] ?? '')]);
    const people = personIds.map((id, index) => ({
      id,
      startDate: startDates[index] ?? null,
      isArchived: false,
      archivedOn: null,
    }));
    const requisitions = requisitionIds.map((id) => ({ id, isClosed: false }));
    return { organization, model: new DeliveryModel(clientIds, roleIds, people, requisitions) };
  };

  const take = async (
    { api }: TestOrganization,
    model: DeliveryModel,
    [name, numbers]: Step,
  ): Promise<void> => {
    const attempt = operations[name](model, numbers);
    if (!attempt) return;
    const { method, path, body, refusals, done } = attempt;
    const answer = await api.send(method, path, body);
    const asked = `${name}: ${method} ${path} ${JSON.stringify(body)}`;
    if (refusals.length > 0) {
      expect({ asked, refused: refusals.includes(answer.body?.code as string), answer: answer.body }).toEqual(
        {
          asked,
          refused: true,
          answer: answer.body,
        },
      );
    } else {
      expect({ asked, done: answer.status < 300, answer: answer.body }).toEqual({
        asked,
        done: true,
        answer: answer.body,
      });
      done(answer.body);
    }
  };

  const compareProject = async (
    { api }: TestOrganization,
    model: DeliveryModel,
    project: ModelProject,
  ): Promise<void> => {
    const { body } = await api.get<{
      status: string;
      is_archived: boolean;
      merged_into_id: string | null;
      offerings: { id: string; name: string; billing_model: string }[];
      kpis: Record<string, unknown>;
    }>(`/v1/projects/${project.id}`);
    const planned = sumOf(model.rolesOf(project).flatMap((role) => [...role.planned.values()]));
    expect({
      status: body.status,
      isArchived: body.is_archived,
      mergedInto: body.merged_into_id,
      offerings: body.offerings.map(({ id, name, billing_model }) => [id, name, billing_model]),
      planned: body.kpis.planned_hours,
    }).toEqual({
      status: project.status,
      isArchived: project.isArchived,
      mergedInto: project.mergedInto?.id ?? null,
      offerings: model
        .offeringsOf(project)
        .map(({ id, name, billingModel }) => [id, name, billingModel])
        .sort(),
      planned,
    });
  };

  const compareRole = async (
    { api }: TestOrganization,
    { id, offering, person, requisition, planned }: ModelRole,
  ): Promise<void> => {
    const path = `/v1/projects/${offering.project.id}/offerings/${offering.id}/roles/${id}`;
    const { body } = await api.get<{ assignment: { id: string } | null; scheduled_hours: number }>(path);
    expect(body.assignment?.id ?? null).toBe(person?.id ?? requisition?.id ?? null);
    expect(body.scheduled_hours).toBe(sumOf(planned.values()));
    const days = await api.get<Results<{ plan_date: string; hours: number }>>(`${path}/planned-time`);
    expect(days.body.results.map(({ plan_date, hours }) => [plan_date, Math.round(hours * 100)])).toEqual(
      [...planned].sort(),
    );
  };

  const compare = async (organization: TestOrganization, model: DeliveryModel): Promise<void> => {
    await Promise.all(model.projects.map((project) => compareProject(organization, model, project)));
    await Promise.all(model.roles.map((role) => compareRole(organization, role)));
    for (const offering of model.offerings) {
      const path = `/v1/projects/${offering.project.id}/offerings/${offering.id}/roles`;
      const { body } = await organization.api.get<Results<{ id: string }>>(path);
      const expected = model.roles.filter((role) => role.offering === offering).map(({ id }) => id);
      expect(body.results.map(({ id }) => id)).toEqual(expected.sort());
    }
    const { body } = await organization.api.get<Results<Record<string, unknown>>>(
      '/v1/actual-time?start_date=1900-01-01',
    );
    expect(
      body.results
        .map((row) => [row.id, row.project_id, row.recorded_date, row.project_offering_role_id])
        .sort(),
    ).toEqual(model.time.map(({ id, role, date }) => [id, role.offering.project.id, date, role.id]).sort());
    expect(sumOf(body.results.map(({ hours }) => Math.round((hours as number) * 100)))).toBe(
      sumOf(model.time.map(({ hours }) => hours)),
    );
  };

  it('are answered as the rules say, and leave what the rules leave', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { organization, model } = await begin();
        for (const step of [...opening, ...sequence]) await take(organization, model, step);
        await compare(organization, model);
      }),
      // Looking for a shorter failing sequence ends in time to be told.
      { numRuns: 5, interruptAfterTimeLimit: 90_000, markInterruptAsFailure: true },
    );
  });
});
