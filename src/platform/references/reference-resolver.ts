import { Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';
import { unprocessable } from '../errors/index.js';
import { currentRequest } from '../logging/index.js';
import { NIL_ID } from '../values/index.js';
import { referenceStatement, type WantedRecord } from './reference-statement.js';

export const referenceNameNeedsParent = unprocessable(
  'reference.name_needs_parent',
  (member: string, noun: string, parent: string) =>
    `${member}: a ${noun} has its name within its ${parent} only, so it can be named in a path below that. Use its id or crm:<system>:<identifier> here.`,
  'stage_id',
  'stage',
  'pipeline',
);

/** A reference in a message, and where its id belongs. */
export interface FoundReference extends WantedRecord {
  readonly place: string;
  readonly put: (id: string) => void;
}

@Injectable()
export class ReferenceResolver {
  constructor(private readonly database: Database) {}

  /** Of the organization that calls; an unknown record has the nil id. @throws 422 for a name without its parent */
  async resolve(wanted: readonly (WantedRecord & { readonly place: string })[]): Promise<string[]> {
    const organizationId = currentRequest.getStore()?.organizationId;
    if (organizationId === undefined) throw new Error('Only a caller can refer to records.');
    for (const { resource, reference, parentId, place } of wanted) {
      const { noun, parent } = resource;
      if (reference.form === 'crm' || !parent || parentId !== undefined) continue;
      throw referenceNameNeedsParent(place, noun, parent.resource.noun);
    }
    const { text, parameters } = referenceStatement(organizationId, wanted);
    const found = await this.database.rows<{ place: number; id: string }>(text, parameters);
    const ids = new Map(found.map(({ place, id }) => [place, id]));
    return wanted.map((_, place) => ids.get(place) ?? NIL_ID);
  }

  async fill(references: readonly FoundReference[]): Promise<void> {
    const ids = await this.resolve(references);
    references.forEach(({ put }, index) => put(ids[index] ?? NIL_ID));
  }
}
