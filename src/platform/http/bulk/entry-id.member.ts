import { idFaults, idForm, sentId } from '../members/id.member.js';
import { member, withExampleId, type IdOptions } from '../members/member.js';

/** Stays a reference where it is one: the record is looked for where nobody can make it meanwhile. */
export function EntryIdMember(options: Omit<IdOptions, 'kindOf'>): PropertyDecorator {
  const { of } = options;
  return member(withExampleId(options), sentId(of), (value) => idFaults(of, value), idForm);
}
