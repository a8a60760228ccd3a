const MOST_LEVELS = 20;
const inherited = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

type Fault = [path: string, messages: string[]];

/**
 * Faults that the conversion into a class would hide or choke on: members named like those that every object
 * inherits, and nesting without end.
 */
export function hostileMembers(message: object): Record<string, string[]> {
  const faults: Fault[] = [];
  addFaults(message, '', 0, faults);
  return Object.fromEntries(faults);
}

function addFaults(value: object, path: string, level: number, faults: Fault[]): void {
  if (level > MOST_LEVELS) {
    faults.push([path, [`must not be nested deeper than ${MOST_LEVELS} levels`]]);
    return;
  }
  const isList = Array.isArray(value);
  // Own members alone are enumerable in what was parsed.
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    const isHostile = !isList && inherited.has(name);
    if (!isHostile && (typeof member !== 'object' || member === null)) continue;
    const here = isList ? `${path}[${name}]` : [path, name].filter(Boolean).join('.');
    if (isHostile) faults.push([here, ['is not known here']]);
    else addFaults(member as object, here, level + 1, faults);
  }
}
