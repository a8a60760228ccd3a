import {
  movesFrom,
  projectStatuses,
  type ProjectStatus,
} from '../../../src/contexts/delivery/project-status/project-status.js';
import { usd } from '../../factories/people.factory.js';
import type { DeliveryModel, ModelProject } from './delivery-model.js';
import {
  over,
  pick,
  when,
  type Attempt,
  type Json,
  type Operations,
  type Picks,
} from './random-operation.js';

const names = ['Design', 'DESIGN', 'Build', 'Run'];
const clientModels = ['time_and_materials', 'fixed_bid', 'fixed_retainer', 'non_billable'];
const billingModels = [...clientModels, 'investment', 'admin'];

export const projectOperations = {
  createProject: (model: DeliveryModel, [a, b, c]: Picks): Attempt => {
    const kind = pick(['client', 'internal'] as const, a);
    const status = pick(projectStatuses, b);
    const clientId = pick([undefined, ...model.clientIds], c);
    const name = `Project ${model.projects.length + 1}`;
    return {
      method: 'POST',
      path: '/v1/projects',
      body: { name, project_model: kind, status, client_id: clientId },
      refusals: when((kind === 'client') !== (clientId !== undefined), 'request.invalid'),
      done: ({ id }) =>
        model.projects.push({
          id: id as string,
          name,
          model: kind,
          status,
          isArchived: false,
          mergedInto: null,
        }),
    };
  },

  moveProject: (model: DeliveryModel, [a, b]: Picks): Attempt | null =>
    over(model.projects, a, (project) => {
      const status = pick(projectStatuses, b);
      const isReachable =
        status === project.status || movesFrom(project.status as ProjectStatus).includes(status);
      return {
        method: 'PATCH',
        path: `/v1/projects/${project.id}`,
        body: { status },
        refusals: [...ofMerged(project), ...when(!isReachable, 'project.status_move')],
        done: () => (project.status = status),
      };
    }),

  archiveProject: (model: DeliveryModel, [a, b]: Picks): Attempt | null =>
    over(model.projects, a, (project) => {
      // Mostly taken back, so that most projects stay in use.
      const isArchived = pick([false, false, true], b);
      return {
        method: 'PATCH',
        path: `/v1/projects/${project.id}`,
        body: { is_archived: isArchived },
        refusals: ofMerged(project),
        done: () => (project.isArchived = isArchived),
      };
    }),

  mergeProjects: (model: DeliveryModel, [a, b]: Picks): Attempt | null =>
    over(model.projects, a, (target) => {
      const source = pick(model.projects, b);
      return {
        method: 'POST',
        path: `/v1/projects/${target.id}/merge/${source.id}`,
        refusals: [
          ...when(source === target, 'project.merge_into_itself'),
          ...when(model.timeOf(source).length > 0, 'project.merge_source_has_time'),
          ...when(source.mergedInto !== null || target.mergedInto !== null, 'project.merged'),
          ...when(source.model !== target.model, 'project.merge_other_model'),
          ...when(target.isArchived, 'project.archived'),
        ],
        done: () => {
          for (const offering of model.offeringsOf(source)) {
            if (model.isNameTaken(target, offering.name)) offering.name += ` (${source.name})`;
            offering.project = target;
          }
          Object.assign(source, { isArchived: true, mergedInto: target });
        },
      };
    }),

  createOffering: (model: DeliveryModel, [a, b, c, d]: Picks): Attempt | null =>
    over(model.projects, a, (project) => {
      const name = pick(names, b);
      const billingModel = pick(billingModels, c);
      const [options, fault] = pick(optionsFor(billingModel), d);
      return {
        method: 'POST',
        path: `/v1/projects/${project.id}/offerings`,
        body: { name, billing_model: billingModel, ...(options && { billing_model_options: options }) },
        refusals: [
          ...fault,
          ...ofMerged(project),
          ...when(project.isArchived, 'project.archived'),
          ...ofBillingModel(project, billingModel),
          ...when(model.isNameTaken(project, name), 'project_offering.name_in_use'),
        ],
        done: ({ id }) => model.offerings.push({ id: id as string, name, billingModel, project }),
      };
    }),

  updateOffering: (model: DeliveryModel, [a, b, c, d]: Picks): Attempt | null =>
    over(model.offerings, a, (offering) => {
      const name = pick([undefined, ...names], b);
      const billingModel = pick([undefined, ...billingModels], c);
      const project = pick([offering.project, offering.project, ...model.projects], d);
      const isChange = billingModel !== undefined && billingModel !== offering.billingModel;
      const isFrozen = !['pre_sale', 'awaiting_start'].includes(offering.project.status);
      return {
        method: 'PATCH',
        path: `/v1/projects/${project.id}/offerings/${offering.id}`,
        body: { name, billing_model: billingModel },
        refusals: [
          ...when(project !== offering.project, 'project_offering.not_found'),
          ...(billingModel === undefined ? [] : ofBillingModel(offering.project, billingModel)),
          ...when(isChange && isFrozen, 'project_offering.billing_is_frozen'),
          ...when(
            name !== undefined && model.isNameTaken(offering.project, name, offering),
            'project_offering.name_in_use',
          ),
        ],
        done: () => {
          if (name !== undefined) offering.name = name;
          if (billingModel !== undefined) offering.billingModel = billingModel;
        },
      };
    }),
} satisfies Operations;

const ofMerged = (project: ModelProject): string[] => when(project.mergedInto !== null, 'project.merged');

const ofBillingModel = (project: ModelProject, billingModel: string): string[] =>
  when(
    (project.model === 'client') !== clientModels.includes(billingModel),
    'project_offering.billing_model_not_for_project',
  );

/** Options that can be sent with a new offering, and what refuses them. */
function optionsFor(billingModel: string): [options: Json | null, refusals: string[]][] {
  const isFixed = billingModel === 'fixed_bid';
  return [
    [null, []],
    [null, []],
    [null, []],
    [{ fixed_revenue: usd(1000) }, when(!isFixed, 'request.invalid')],
    [
      { fixed_revenue: { currency_code: 'EUR', amount: 5 } },
      [isFixed ? 'project.currency_mismatch' : 'request.invalid'],
    ],
    [{ retainer_period: 'week' }, when(billingModel !== 'fixed_retainer', 'request.invalid')],
  ];
}
