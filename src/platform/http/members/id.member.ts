import { parseReference, referenceFault } from '../../references/index.js';
import { resourceOfNoun } from '../../resources/index.js';
import { isId } from '../../values/index.js';
import { member, SENT, withExampleId, type Fault, type IdOptions } from './member.js';

const ID_LENGTH = 36;

/** Of a request: such a schema becomes that of references. */
export const REFERENCE = 'x-reference';

const id = { type: 'string', format: 'uuid' } as const;

/** In responses ids are always UUIDs. */
export const sentId = (of: string): { type: 'string'; format: 'uuid'; [SENT]: object } => ({
  ...id,
  [SENT]: { [REFERENCE]: of },
});

export const queriedId = (of: string): { type: 'string'; format: 'uuid'; [REFERENCE]: string } => ({
  ...id,
  [REFERENCE]: of,
});

/** Trimmed and in lower case if it can be an id. */
export function idForm(value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : '';
  return text.length === ID_LENGTH && !text.includes(':') ? text.toLowerCase() : value;
}

/** Empty where it is an id or a reference to a resource with this noun. */
export function idFault(of: string, value: unknown): string {
  if (isId(value)) return '';
  const resource = resourceOfNoun(of);
  const isReference = resource && typeof value === 'string' && parseReference(resource, value) !== null;
  return isReference ? '' : referenceFault(resource);
}

export function idFaults(of: string, value: unknown): Fault[] {
  const message = idFault(of, value);
  return message === '' ? [] : [{ at: '', message }];
}

/** Once an id or a reference; then it is resolved, so that later code gets ids only. */
export function IdMember(options: IdOptions): PropertyDecorator {
  const { of, kindOf = () => of } = options;
  const faults = (value: unknown, message?: object): Fault[] =>
    idFaults(message ? kindOf(message) : of, value);
  return member(withExampleId(options), sentId(of), faults, idForm, { kindOf });
}
