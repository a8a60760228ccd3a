import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';
import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, invalid, notFound, unprocessable } from '../../../platform/errors/index.js';
import { exampleId, type Money } from '../../../platform/values/index.js';
import { tagInUse } from '../../organization/domain.js';
import { movesFrom, type ProjectStatus } from '../project-status/project-status.js';
import type { ProjectModel } from '../billing/project-model.js';

export const projectNotFound = notFound('project.not_found', 'There is no project with this id.');

export const projectCrmIdentifierInUse = conflict(
  'project.crm_identifier_in_use',
  crmIdentifierTaken('project'),
);

declareConstraintErrors({
  /** A deal of a CRM system must lead to one project. */
  project_crm_identifiers_key: projectCrmIdentifierInUse,
  project_tags_tag_fkey: tagInUse,
});

/** Work is done either for a client or for the organization itself. */
export function clientMustFitModel(model: ProjectModel, clientId: string | undefined): void {
  if (model === 'client' && clientId === undefined) throw invalid({ client_id: ['is required'] });
  if (model === 'internal' && clientId !== undefined) {
    throw invalid({ client_id: ['must be absent: an internal project has no client'] });
  }
}

export const projectInternalHasNoClient = unprocessable(
  'project.internal_has_no_client',
  'client_id: the project is internal and has no client. Create a client project instead.',
);

/** An internal project stays internal, so it never gets a client. */
export function internalProjectMustHaveNoClient(model: ProjectModel, clientId: string | undefined): void {
  if (model !== 'internal' || clientId === undefined) return;
  throw projectInternalHasNoClient();
}

export const projectCurrencyMismatch = unprocessable(
  'project.currency_mismatch',
  (member: string, kept: string, sent: string) =>
    `${member}: the project is kept in ${kept}, not in ${sent}.`,
  'target_budget',
  'USD',
  'EUR',
);

/** All money of a project is in one currency, so that it can be added up. */
export function moneyMustBeInProjectCurrency(
  currencyCode: string,
  money: Pick<Money, 'currency_code'> | null,
  member: string,
): void {
  if (money === null || money.currency_code === currencyCode) return;
  throw projectCurrencyMismatch(member, currencyCode, money.currency_code);
}

export const projectStatusMove = conflict(
  'project.status_move',
  (from: ProjectStatus, to: ProjectStatus) =>
    `status: a project that is ${from} cannot become ${to}. It can become ${movesFrom(from).join(' or ')}.`,
  'pre_sale',
  'completed',
);

/** A project passes through its states in an order that the rest of the planning relies on. */
export function statusMustBeReachable(from: ProjectStatus, to: ProjectStatus): void {
  if (from === to || movesFrom(from).includes(to)) return;
  throw projectStatusMove(from, to);
}

export const projectMerged = conflict(
  'project.merged',
  (project: string, mergedIntoId: string) =>
    `The ${project} was merged into ${mergedIntoId} and cannot be changed any more: change that one.`,
  'project',
  exampleId('target project'),
);

/** What was merged away is kept as it was, for reference. */
export function projectMustNotBeMerged(mergedIntoId: string | null, project = 'project'): void {
  if (mergedIntoId === null) return;
  throw projectMerged(project, mergedIntoId);
}

export const projectArchived = conflict(
  'project.archived',
  (project: string) => `The ${project} is archived: un-archive it first.`,
  'project',
);

/** An archived project takes no new work. */
export function projectMustNotBeArchived(
  { is_archived }: { readonly is_archived: boolean },
  project = 'project',
): void {
  if (!is_archived) return;
  throw projectArchived(project);
}

export const projectNotUsable = unprocessable(
  'project.not_usable',
  (member: string) =>
    `${member}: the organization has no such project. Use one of GET /v1/projects?is_archived=false.`,
  'project_id',
);
