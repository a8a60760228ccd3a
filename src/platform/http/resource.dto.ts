import type { Type } from '@nestjs/common';
import { FlagMember, IdMember, InstantMember } from './members/index.js';

export interface ResourceMembers {
  id: string;
  created_date: string;
  modified_date: string;
}

export interface ArchivableMembers extends ResourceMembers {
  is_archived: boolean;
}

export function resourceOf(kind: string): Type<ResourceMembers> {
  class ResourceResponse implements ResourceMembers {
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

export function archivableOf(kind: string): Type<ArchivableMembers> {
  class ArchivableResponse extends resourceOf(kind) implements ArchivableMembers {
    @FlagMember({
      description: 'Archived: kept and readable, but new records cannot refer to it.',
      example: false,
    })
    is_archived!: boolean;
  }
  return ArchivableResponse;
}
