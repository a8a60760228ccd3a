/** Of `If-Match` or `If-None-Match`; null: not well-formed. Weak tags keep their `W/`. */
export function entityTagsOf(header: string): '*' | readonly string[] | null {
  const text = header.trim();
  if (text === '*') return '*';
  if (!list.test(text)) return null;
  return text.match(tags) ?? [];
}

const TAG = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"';
const list = new RegExp(`^(?:[ \\t,]*${TAG}[ \\t]*(?:,|$))+[ \\t,]*$`);
const tags = new RegExp(TAG, 'g');

/** @param digest of the bytes, where an answer has derived members */
export const entityTag = (version: string, digest?: string): string =>
  digest === undefined ? `"${version}"` : `"${version}.${digest}"`;

/** Compares the version alone: a digest behind it does not count. A weak tag is of no version. */
export const isTagOf = (tag: string, version: string): boolean =>
  tag === entityTag(version) || tag.startsWith(`"${version}.`);
