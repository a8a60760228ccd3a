import { conflict } from '../../../platform/errors/index.js';
import { nameKey } from '../../../platform/values/index.js';
import { MAX_TAGS } from '../../organization/domain.js';
import { MAX_CRM_IDENTIFIERS } from '../../../platform/crm-identifiers/index.js';
import type { ProjectState } from '../projects/project-state.js';

type Project = Pick<ProjectState, 'project_model' | 'currency_code'> & { readonly id: string };
type Lists = Pick<ProjectState, 'tags' | 'crm_identifiers'>;

export const projectMergeIntoItself = conflict(
  'project.merge_into_itself',
  'A project cannot be merged into itself: name another target or source.',
);

export function mergedProjectsMustDiffer(target: Project, source: Project): void {
  if (target.id !== source.id) return;
  throw projectMergeIntoItself();
}

export const projectMergeOtherModel = conflict(
  'project.merge_other_model',
  (source: string, target: string) =>
    `The source has the project model ${source} and the target ${target}: merge projects of one model.`,
  'internal',
  'client',
);

/** What a client pays for and what the organization pays for itself are calculated in different ways. */
export function mergedProjectsMustHaveOneModel(target: Project, source: Project): void {
  if (target.project_model === source.project_model) return;
  throw projectMergeOtherModel(source.project_model, target.project_model);
}

export const projectMergeOtherCurrency = conflict(
  'project.merge_other_currency',
  (source: string, target: string) =>
    `The source is kept in ${source} and the target in ${target}: merge projects of one currency.`,
  'EUR',
  'USD',
);

/** The money of a project is in one currency, and nothing is converted. */
export function mergedProjectsMustHaveOneCurrency(target: Project, source: Project): void {
  if (target.currency_code === source.currency_code) return;
  throw projectMergeOtherCurrency(source.currency_code, target.currency_code);
}

export const projectMergeListTooLong = conflict(
  'project.merge_list_too_long',
  (name: string, size: number, limit: number) =>
    `${name}: the target would have ${size}, and a project has at most ${limit}. Take ${size - limit} of them off the target or the source first.`,
  'tags',
  112,
  MAX_TAGS,
);

/** What a project carries must be a list that an integration can send back as it got it. */
export function mergedListsMustHaveRoom(target: Lists, source: Lists): void {
  const tags = new Set([...target.tags, ...source.tags].map(nameKey));
  const lists = [
    {
      name: 'crm_identifiers',
      size: target.crm_identifiers.length + source.crm_identifiers.length,
      limit: MAX_CRM_IDENTIFIERS,
    },
    { name: 'tags', size: tags.size, limit: MAX_TAGS },
  ];
  const tooLong = lists.find(({ size, limit }) => size > limit);
  if (!tooLong) return;
  const { name, size, limit } = tooLong;
  throw projectMergeListTooLong(name, size, limit);
}

export const projectMergeSourceHasTime = conflict(
  'project.merge_source_has_time',
  'The source has actual time. Merge in the other direction, or delete that time first.',
);

/** Recorded time stays with the project that it was recorded for. */
export function mergeSourceMustHaveNoTime(hasTime: boolean): void {
  if (!hasTime) return;
  throw projectMergeSourceHasTime();
}
