import { BY_DEFAULT, DERIVED } from '../../members/member.js';
import { schemasWithin, type Description, type Schema } from '../model/description-model.js';

/** Only answers have derived members, and only requests have defaults. Call it once the requests are closed. */
export function describeMarked({ components }: Description): void {
  for (const [name, { properties = {}, additionalProperties }] of Object.entries(components.schemas)) {
    const isRequest = additionalProperties === false;
    for (const member of Object.values(properties).flatMap((property) => [...schemasWithin(property)])) {
      const added = isRequest ? defaultOf(member, name) : derivationOf(member);
      if (added !== undefined) member.description = `${member.description} ${added}`;
      if (isRequest) delete member[DERIVED];
      delete member[BY_DEFAULT];
    }
  }
}

const derivationOf = (member: Schema): string | undefined =>
  member[DERIVED] ? 'Follows other records: it can change without a new `modified_date`.' : undefined;

// A PATCH with a reference can create; what changes a part of its record cannot.
function defaultOf({ [BY_DEFAULT]: value }: Schema, message: string): string | undefined {
  if (typeof value !== 'string' || message.endsWith('Change')) return undefined;
  return `Default${message.startsWith('Update') ? ', where this creates it' : ''}: ${value}.`;
}
