import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, unprocessable, type BusinessError } from '../../../platform/errors/index.js';
import { nameKey } from '../../../platform/values/index.js';

/** A name must lead to one tag. */
declareConstraintErrors({
  tags_name_key: () =>
    conflict(
      'tag.name_in_use',
      'Another tag has this name: use that one, choose another name, or archive it.',
    ),
});

/** Removing a tag must not silently unlabel records. Contexts that use tags declare this for their foreign keys. */
export const tagInUse = (): BusinessError =>
  conflict('tag.in_use', 'The tag is in use: take it off the records first, or archive it.');

/** A record can only be labelled with tags that exist; those it has already may stay, though archived. */
export function tagsMustBeUsable(
  member: string,
  names: readonly string[],
  found: readonly { name: string; is_archived: boolean }[],
  present: readonly string[],
): void {
  const usable = new Set([
    ...found.filter((tag) => !tag.is_archived).map((tag) => nameKey(tag.name)),
    ...present.map(nameKey),
  ]);
  const unknown = names.filter((name) => !usable.has(nameKey(name)));
  if (unknown.length === 0) return;
  throw unprocessable(
    'tag.not_usable',
    `${member}: there is no tag named ${unknown.map((name) => `"${name}"`).join(', ')}, or it is archived. Create it with POST /v1/tags.`,
  );
}
