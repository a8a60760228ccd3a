import type { Type } from '@nestjs/common';
import { FlagMember, IdMember, InstantMember } from './members/index.js';

/** The members of every resource. */
interface Resource {
  id: string;
  created_date: string;
  modified_date: string;
}

interface Archivable extends Resource {
  is_archived: boolean;
}

/**
 * The class with the members of every resource.
 * @param kind what the resource is, such as `project`
 */
export function resourceOf(kind: string): Type<Resource> {
  class ResourceResponse implements Resource {
    @IdMember({ of: kind, description: `Id of the ${kind}.` })
    id!: string;

    @InstantMember({ description: 'When it was created.', example: '2026-11-21T06:30:00.000Z' })
    created_date!: string;

    @InstantMember({
      description: 'When something of it changed last.',
      example: '2026-11-21T06:30:00.000Z',
    })
    modified_date!: string;
  }
  return ResourceResponse;
}

/** The class with the members of every resource that can be archived. */
export function archivableOf(kind: string): Type<Archivable> {
  class ArchivableResponse extends resourceOf(kind) implements Archivable {
    @FlagMember({
      description: 'Archived: kept and readable, but new records cannot refer to it.',
      example: false,
    })
    is_archived!: boolean;
  }
  return ArchivableResponse;
}
