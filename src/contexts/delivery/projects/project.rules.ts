import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, invalid, unprocessable } from '../../../platform/errors/index.js';
import type { Money } from '../../../platform/values/index.js';
import { tagInUse } from '../../organization/index.js';
import { movesFrom, type ProjectStatus } from './project-status.js';
import type { ProjectModel } from './project.entity.js';

declareConstraintErrors({
  /** A deal of a CRM system must lead to one project. */
  project_crm_identifiers_key: () =>
    conflict(
      'project.crm_identifier_in_use',
      'crm_identifiers: another project has this system and identifier already. Update that project, or take it off there.',
    ),
  project_tags_tag_fkey: tagInUse,
});

/** Work is done either for a client or for the organization itself. */
export function clientMustFitModel(model: ProjectModel, clientId: string | undefined): void {
  if (model === 'client' && clientId === undefined) throw invalid({ client_id: ['is required'] });
  if (model === 'internal' && clientId !== undefined) {
    throw invalid({ client_id: ['must be absent: an internal project has no client'] });
  }
}

/** An internal project stays internal, so it never gets a client. */
export function internalProjectMustHaveNoClient(model: ProjectModel, clientId: string | undefined): void {
  if (model !== 'internal' || clientId === undefined) return;
  throw unprocessable(
    'project.internal_has_no_client',
    'client_id: the project is internal and has no client. Create a client project instead.',
  );
}

/** A project cannot end before it starts. */
export function endMustNotBeBeforeStart(project: {
  readonly start_date: string | null;
  readonly end_date: string | null;
}): void {
  const { start_date, end_date } = project;
  if (start_date === null || end_date === null || end_date >= start_date) return;
  throw invalid({ end_date: [`must not be before start_date, ${start_date}`] });
}

/** All money of a project is in one currency, so that it can be added up. */
export function moneyMustBeInProjectCurrency(
  currencyCode: string,
  money: Pick<Money, 'currency_code'> | null,
  member: string,
): void {
  if (money === null || money.currency_code === currencyCode) return;
  throw unprocessable(
    'project.currency_mismatch',
    `${member}: the project is kept in ${currencyCode}, not in ${money.currency_code}.`,
  );
}

/** A project passes through its states in an order that the rest of the planning relies on. */
export function statusMustBeReachable(from: ProjectStatus, to: ProjectStatus): void {
  if (from === to || movesFrom(from).includes(to)) return;
  throw conflict(
    'project.status_move',
    `status: a project that is ${from} cannot become ${to}. It can become ${movesFrom(from).join(' or ')}.`,
  );
}

/** What was merged away is kept as it was, for reference. */
export function projectMustNotBeMerged(mergedIntoId: string | null, project = 'project'): void {
  if (mergedIntoId === null) return;
  throw conflict(
    'project.merged',
    `The ${project} was merged into ${mergedIntoId} and cannot be changed any more: change that one.`,
  );
}

/** What was put aside takes no new work. */
export function projectMustNotBeArchived(
  { is_archived }: { readonly is_archived: boolean },
  project = 'project',
): void {
  if (!is_archived) return;
  throw conflict('project.archived', `The ${project} is archived: un-archive it first.`);
}

/** Work is done on a project that the organization has. */
export function projectMustExist<Project>(project: Project | null, member: string): Project {
  if (project) return project;
  throw unprocessable(
    'project.not_usable',
    `${member}: the organization has no such project. Use one of GET /v1/projects?is_archived=false.`,
  );
}
