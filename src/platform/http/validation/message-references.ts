import { parseReference, referenceFault } from '../../references/index.js';
import { resourceOfNoun } from '../../resources/index.js';
import type { Findings } from './findings.js';

type Members = Record<string, unknown>;

/** Notes what is no UUID. @param noun of the resource that the ids are of */
export function noteReferences(
  message: Members,
  name: string,
  noun: string,
  place: string,
  findings: Findings,
): void {
  const value = message[name];
  if (!Array.isArray(value)) {
    note(value, noun, place, findings, (id) => (message[name] = id));
    return;
  }
  value.forEach((item: unknown, index) =>
    note(item, noun, `${place}[${index}]`, findings, (id) => (value[index] = id)),
  );
}

function note(
  value: unknown,
  noun: string,
  place: string,
  { faults, references }: Findings,
  put: (id: string) => void,
): void {
  // No UUID has a colon, and every reference has one.
  if (typeof value !== 'string' || !value.includes(':')) return;
  const resource = resourceOfNoun(noun);
  const reference = resource && parseReference(resource, value);
  if (resource && reference) references.push({ resource, reference, place, put });
  else faults.add(place, referenceFault(resource));
}
