import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, notFound, unprocessable } from '../../../platform/errors/index.js';
import { nameKey } from '../../../platform/values/index.js';

export const tagNotFound = notFound('tag.not_found', 'There is no tag with this id.');

export const tagNameInUse = conflict(
  'tag.name_in_use',
  'Another tag has this name: use that one, choose another name, or archive it.',
);

/** A name must lead to one tag. */
declareConstraintErrors({
  tags_name_key: tagNameInUse,
});

/** Removing a tag must not silently unlabel records. Contexts that use tags declare this for their foreign keys. */
export const tagInUse = conflict(
  'tag.in_use',
  'The tag is in use: take it off the records first, or archive it.',
);

const MAX_NAMED = 10;

export const tagNotUsable = unprocessable(
  'tag.not_usable',
  (member: string, unknown: readonly string[]) =>
    `${member}: there is no tag named ${listed(unknown)}, or it is archived. Create it with POST /v1/tags.`,
  'tags',
  ['Key acount'],
);

/** A record can only be labelled with tags that exist; those it has already may stay, though archived. */
export function tagsMustBeUsable(member: string, names: readonly string[], usable: readonly string[]): void {
  const keys = new Set(usable.map(nameKey));
  const unknown = names.filter((name) => !keys.has(nameKey(name)));
  if (unknown.length === 0) return;
  throw tagNotUsable(member, unknown);
}

function listed(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).map((name) => `"${name}"`);
  return named.join(', ') + (names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '');
}
