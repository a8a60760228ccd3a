import { refusal } from '../errors/index.js';
import { currentWrite } from './current-write.js';
import { entityTag, isTagOf } from './entity-tags.js';

export const preconditionFailed = refusal(
  'precondition_failed',
  'precondition.failed',
  'The record is not as If-Match or If-None-Match demands, so nothing was written: read it again, then decide.',
);

/**
 * Compares the record that a request is about with its `If-Match` and `If-None-Match`. Call it in each use case that
 * changes a record, as soon as the record is locked, before the rules.
 * @throws 412 `precondition.failed`
 */
export function versionMustMatch({ modified_date }: { readonly modified_date: string }): void {
  const precondition = currentWrite.getStore()?.precondition;
  if (!precondition || precondition.isCompared) return;
  precondition.isCompared = true;
  const { match, noneMatch } = precondition;
  const isMatched = match === undefined || match === '*' || match.some((tag) => isTagOf(tag, modified_date));
  const isUnwanted =
    noneMatch === '*' || noneMatch?.some((tag) => isTagOf(tag.replace(/^W\//, ''), modified_date));
  if (isMatched && !isUnwanted) return;
  throw preconditionFailed().withHeaders({ ETag: entityTag(modified_date) });
}

/** Where there is no record yet. @throws 412 `precondition.failed` for `If-Match` */
export function absenceMustMatch(): void {
  const precondition = currentWrite.getStore()?.precondition;
  if (!precondition) return;
  precondition.isCompared = true;
  if (precondition.match !== undefined) throw preconditionFailed();
}

/** Whether the record must not exist yet. */
export const absenceIsWanted = (): boolean => currentWrite.getStore()?.precondition?.noneMatch === '*';
