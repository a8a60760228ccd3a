import type { Step } from '../mapping/mapping.js';
import { fillTemplate } from '../mapping/template.js';
import { fillMembers, type Columns, type FindReference, type Json } from './member-values.js';
import { RowRefusal } from './row-refusal.js';

export interface CrmIdentifier {
  readonly system: string;
  readonly identifier: string;
  readonly url?: string | null;
}

/** The step's first recognition with a value is its identity. */
export type Recognition =
  | { readonly kind: 'crm_identifier'; readonly identifier: CrmIdentifier }
  | { readonly kind: 'member'; readonly member: string; readonly text: string };

export interface WantedRecord {
  readonly members: Readonly<Record<string, Json>>;
  readonly identifiers: readonly CrmIdentifier[];
  readonly recognitions: readonly Recognition[];
}

export function buildWantedRecord(step: Step, columns: Columns, findReference: FindReference): WantedRecord {
  const recognitions = recognitionsOf(step, columns);
  if (recognitions.length === 0)
    throw new RowRefusal('nothing to recognise the record by: the columns for "match" are empty');
  return {
    members: fillMembers(step.members, columns, findReference),
    identifiers: recognitions.flatMap((way) => (way.kind === 'crm_identifier' ? [way.identifier] : [])),
    recognitions,
  };
}

export function recognitionsOf(step: Step, columns: Columns): Recognition[] {
  return step.match.flatMap((match): Recognition[] => {
    if (match.kind === 'member') {
      const value = step.members[match.member]?.value;
      const text = value?.kind === 'text' ? fillTemplate(value.template, columns) : '';
      return text === '' ? [] : [{ kind: 'member', member: match.member, text }];
    }
    const identifier = fillTemplate(match.identifier, columns);
    if (identifier === '') return [];
    const url = match.url ? fillTemplate(match.url, columns) : '';
    return [
      { kind: 'crm_identifier', identifier: { system: match.system, identifier, ...(url && { url }) } },
    ];
  });
}

/** Case-insensitive for names, as in the API, which are those below one parent. */
export function recognitionKey(way: Recognition, parentId: string): string {
  return way.kind === 'crm_identifier'
    ? JSON.stringify([way.identifier.system, way.identifier.identifier])
    : JSON.stringify([`member ${way.member}`, parentId, way.text.trim().normalize('NFC').toLowerCase()]);
}
