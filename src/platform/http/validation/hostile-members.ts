import { invalid } from '../../errors/index.js';
import { FaultList } from '../faults.js';
import { inherited } from '../members/object.member.js';

const MOST_LEVELS = 20;

/**
 * Finds what the conversion into a class would hide or choke on: members named like those that every object inherits,
 * and nesting without end.
 * @throws BusinessError 400
 */
export function membersMustBeHarmless(message: object): void {
  const faults = new FaultList();
  addFaults(message, [], faults);
  if (!faults.isEmpty) throw invalid(faults.toMembers());
}

function addFaults(value: object, path: string[], faults: FaultList): void {
  if (path.length > MOST_LEVELS) {
    faults.add(placeOf(path), `must not be nested deeper than ${MOST_LEVELS} levels`);
    return;
  }
  const isList = Array.isArray(value);
  // Own members alone are enumerable in what was parsed.
  for (const name in value) {
    if (faults.isFull) return;
    const member = (value as Record<string, unknown>)[name];
    const isHostile = !isList && inherited.has(name);
    if (!isHostile && (typeof member !== 'object' || member === null)) continue;
    path.push(isList ? `[${name}]` : `.${name}`);
    if (isHostile) faults.add(placeOf(path), 'is not known here');
    else addFaults(member as object, path, faults);
    path.pop();
  }
}

const placeOf = (path: readonly string[]): string => path.join('').replace(/^\./, '');
