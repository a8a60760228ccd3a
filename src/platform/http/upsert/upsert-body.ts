import { MAX_CRM_IDENTIFIERS, type CrmIdentifier } from '../../crm-identifiers/index.js';
import { invalid } from '../../errors/index.js';
import { nameKey } from '../../values/index.js';
import type { ApiRequest, PathReference } from '../caller.js';
import { trimmed } from '../members/text.member.js';

type Members = Record<string, unknown>;

const tooMany = `must be a list of at most ${MAX_CRM_IDENTIFIERS - 1} items beside the identifier of the path`;

/**
 * What the path says of the record stands in the body too. What is no list or object is left to the validation.
 * @param readKept the identifiers that the record has; undefined: it is new
 */
export async function sayWhatPathSays(
  request: ApiRequest,
  { reference, resource }: PathReference,
  readKept?: () => Promise<readonly CrmIdentifier[]>,
): Promise<void> {
  const isNew = readKept === undefined;
  const { body: sent = {} } = request as { body?: unknown };
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return;
  const body = sent as Members;
  if (reference.form === 'crm') {
    const { system, identifier } = reference;
    const { crm_identifiers: list = isNew ? [] : undefined } = body;
    if (!Array.isArray(list) || list.some((item) => isOf(item, system, identifier))) return;
    if (list.length === MAX_CRM_IDENTIFIERS) throw invalid({ crm_identifiers: [tooMany] });
    const kept = (await readKept?.()) ?? [];
    const own = kept.find((item) => isOf(item, system, identifier)) ?? { system, identifier };
    request.body = { ...body, crm_identifiers: [...(list as unknown[]), own] };
  } else if (isNew && resource.createdBy !== undefined) {
    const named = body[resource.createdBy];
    if (typeof named === 'string' && nameKey(named) === nameKey(reference.text)) return;
    request.body = { ...body, [resource.createdBy]: reference.text };
  }
}

/** Whether the path still leads to this record: others may give its identifier to another one meanwhile. */
export function isStillOf({ reference }: PathReference, record: unknown): boolean {
  const { crm_identifiers: list } = (record ?? {}) as Members;
  if (reference.form !== 'crm' || !Array.isArray(list)) return true;
  return list.some((item) => isOf(item, reference.system, reference.identifier));
}

function isOf(item: unknown, system: string, identifier: string): boolean {
  const sent = (item ?? {}) as Members;
  return trimmed(sent.system) === system && trimmed(sent.identifier) === identifier;
}
