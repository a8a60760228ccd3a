import type { FaultList } from '../errors/faults.js';
import { inherited } from '../members/object.member.js';

const MAX_LEVELS = 20;

/** Notes inherited names and endless nesting, which class-transformer cannot handle. @returns whether there are none */
export function addUnsafeMembers(value: object, place: string, faults: FaultList): boolean {
  return isSafe(value, place === '' ? [] : [place], faults);
}

function isSafe(value: object, path: string[], faults: FaultList): boolean {
  if (path.length > MAX_LEVELS) {
    faults.add(placeOf(path), `must not be nested deeper than ${MAX_LEVELS} levels`);
    return false;
  }
  let isFine = true;
  const isList = Array.isArray(value);
  // Parsed JSON has own members only.
  for (const name in value) {
    if (faults.isFull) return false;
    const member = (value as Record<string, unknown>)[name];
    const isUnsafe = !isList && inherited.has(name);
    if (!isUnsafe && (typeof member !== 'object' || member === null)) continue;
    path.push(isList ? `[${name}]` : `.${name}`);
    if (isUnsafe) {
      faults.add(placeOf(path), 'is not known here');
      isFine = false;
    } else if (!isSafe(member as object, path, faults)) isFine = false;
    path.pop();
  }
  return isFine;
}

const placeOf = (path: readonly string[]): string => path.join('').replace(/^\./, '');
