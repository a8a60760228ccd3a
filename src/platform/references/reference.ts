import { MAX_SYSTEM_LENGTH } from '../crm-identifiers/index.js';
import type { ResourceDefinition } from '../resources/index.js';
import { isEmailAddress, isTextOf, MAX_NAME_LENGTH, nameKey } from '../values/index.js';

export type ReferenceForm = 'crm' | 'email' | 'name';

/** Instead of an id. */
export type RecordReference =
  | { readonly form: 'crm'; readonly system: string; readonly identifier: string }
  | { readonly form: 'email' | 'name'; readonly text: string };

const places: Readonly<Record<ReferenceForm, string>> = {
  crm: 'crm:<system>:<identifier>',
  email: 'email:<address>',
  name: 'name:<name>',
};

export function formsOf({ crmIdentifiers, hasEmails, hasNames }: ResourceDefinition): ReferenceForm[] {
  return [
    ...(crmIdentifiers ? (['crm'] as const) : []),
    ...(hasEmails ? (['email'] as const) : []),
    ...(hasNames ? (['name'] as const) : []),
  ];
}

/** Such as `crm:<system>:<identifier> or name:<name>`; empty: it has an id only. */
export const referencePlaces = (resource: ResourceDefinition, forms = formsOf(resource)): string =>
  forms.map((form) => places[form]).join(' or ');

export function referenceFault(resource: ResourceDefinition | undefined): string {
  const known = resource ? referencePlaces(resource) : '';
  return known === '' ? 'must be a UUID' : `must be a UUID, or ${known}`;
}

/** @returns null where the text is no reference to a resource of this kind */
export function parseReference(resource: ResourceDefinition, sent: string): RecordReference | null {
  const end = sent.indexOf(':');
  const form = sent.slice(0, Math.max(end, 0)).trimStart() as ReferenceForm;
  if (!formsOf(resource).includes(form)) return null;
  const text = sent.slice(end + 1).trim();
  if (form === 'crm') return crmReference(text);
  const isFine = form === 'email' ? isEmailAddress(text) : true;
  return isFine && isTextOf(text, 1, MAX_NAME_LENGTH) ? { form, text } : null;
}

/** The identifier may have colons, the system has none. */
function crmReference(text: string): RecordReference | null {
  const end = text.indexOf(':');
  const system = text.slice(0, Math.max(end, 0)).trim();
  const identifier = text.slice(end + 1).trim();
  const isFine = isTextOf(system, 1, MAX_SYSTEM_LENGTH) && isTextOf(identifier, 1, MAX_NAME_LENGTH);
  return isFine ? { form: 'crm', system, identifier } : null;
}

/** Equal for all references to one record by one form. */
export const referenceKey = (reference: RecordReference): readonly string[] =>
  reference.form === 'crm'
    ? [reference.form, reference.system, reference.identifier]
    : [reference.form, nameKey(reference.text)];
