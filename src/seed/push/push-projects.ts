import type { OfferingContent, ProjectContent, World } from '../world/world.js';
import { movesOf } from './project-moves.js';
import type { PushContext } from './push-context.js';
import { pushOfferingRole, type PlanChange } from './push-offering-roles.js';
import { stageKey } from './push-sales.js';

export function pushProjects(world: World, context: PushContext): Promise<void> {
  return context.each('projects', world.projects, (project) => pushProject(project, context));
}

/** As in life: planned, then won, then changed. */
async function pushProject(project: ProjectContent, context: PushContext): Promise<void> {
  const { id } = await context.send<{ id: string }>('POST', '/v1/projects', newProject(project, context));
  const changes: PlanChange[] = [];
  for (const offering of project.offerings) changes.push(...(await pushOffering(id, offering, context)));
  for (const move of movesOf(project)) {
    const stage_id = move.stage && context.ids.of('stage', stageKey(move.stage.pipeline, move.stage.stage));
    const status = move.status && { status: move.status };
    await context.send('PATCH', `/v1/projects/${id}`, { ...status, ...(stage_id && { stage_id }) });
  }
  for (const { path, days } of changes) await context.send('POST', path, days);
}

function newProject(project: ProjectContent, context: PushContext) {
  return {
    name: project.name,
    status: 'pre_sale',
    ...(project.client === null
      ? { project_model: 'internal' }
      : { client_id: context.ids.of('client', project.client) }),
    start_date: project.startDate,
    end_date: project.endDate,
    target_margin: project.targetMargin,
    target_budget: project.budget === null ? null : context.money(project.budget),
    tags: project.tags,
    is_included: project.isIncluded,
    crm_identifiers: project.crmIdentifiers,
    metadata: project.metadata,
  };
}

async function pushOffering(
  projectId: string,
  offering: OfferingContent,
  context: PushContext,
): Promise<PlanChange[]> {
  const path = `/v1/projects/${projectId}/offerings`;
  const id = await context.create('offering', offering.key, path, {
    name: offering.name,
    billing_model: offering.billingModel,
    billing_model_options: billingOptions(offering, context),
  });
  context.ids.keep('project of offering', offering.key, projectId);
  const changes: PlanChange[] = [];
  for (const role of offering.roles) {
    changes.push(...(await pushOfferingRole(`${path}/${id}/roles`, offering.key, role, context)));
  }
  return changes;
}

function billingOptions({ options }: OfferingContent, context: PushContext) {
  const { rateCard, fixedRevenue, retainer } = options;
  return {
    ...(rateCard !== undefined && { rate_card_id: context.ids.of('rate card', rateCard) }),
    ...(fixedRevenue !== undefined && { fixed_revenue: context.money(fixedRevenue) }),
    ...(retainer && { retainer_amount: context.money(retainer.amount), retainer_period: retainer.period }),
  };
}
