const MOST_LEVELS = 20;
const inherited = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/**
 * Faults that the conversion into a class would hide or choke on: members named like those that every object
 * inherits, and nesting without end.
 */
export function hostileMembers(message: object): Record<string, string[]> {
  return Object.fromEntries(faultsIn(message, '', 0));
}

function faultsIn(value: unknown, path: string, level: number): [string, string[]][] {
  if (typeof value !== 'object' || value === null) return [];
  if (level > MOST_LEVELS) return [[path, [`must not be nested deeper than ${MOST_LEVELS} levels`]]];
  return Object.entries(value).flatMap(([name, member]) => {
    const here = Array.isArray(value) ? `${path}[${name}]` : [path, name].filter(Boolean).join('.');
    const isHostile = !Array.isArray(value) && inherited.has(name);
    return isHostile ? [[here, ['is not known here']]] : faultsIn(member, here, level + 1);
  });
}
