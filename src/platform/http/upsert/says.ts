type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Whether a record has what was sent of it: of objects the members that were sent, of lists each item in its place. */
export function says(shown: unknown, sent: unknown): boolean {
  if (sent === undefined || Object.is(shown, sent)) return true;
  if (Array.isArray(sent)) {
    if (!Array.isArray(shown) || shown.length !== sent.length) return false;
    return inPlaces(sent).every((item, index) => says(shown[index], item));
  }
  if (!isObject(sent) || !isObject(shown) || Array.isArray(shown)) return false;
  return Object.entries(sent).every(([name, value]) => says(shown[name], value));
}

/** Items that say their position are shown in the order of that. */
function inPlaces(items: readonly unknown[]): readonly unknown[] {
  const positionOf = (item: unknown): unknown => (isObject(item) ? item.position : undefined);
  if (!items.every((item) => typeof positionOf(item) === 'number')) return items;
  return items.toSorted((one, other) => Number(positionOf(one)) - Number(positionOf(other)));
}
