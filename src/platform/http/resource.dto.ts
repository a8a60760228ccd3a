import { FlagMember, IdMember, InstantMember } from './members/index.js';

/** The members of every resource. */
export class ResourceResponse {
  @IdMember({ description: 'Id of the resource.', example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b11' })
  id!: string;

  @InstantMember({ description: 'When it was created.', example: '2026-11-21T06:30:00.000Z' })
  created_date!: string;

  @InstantMember({ description: 'When something of it changed last.', example: '2026-11-21T06:30:00.000Z' })
  modified_date!: string;
}

/** The members of every resource that can be archived. */
export class ArchivableResponse extends ResourceResponse {
  @FlagMember({
    description: 'Archived: kept and readable, but new records cannot refer to it.',
    example: false,
  })
  is_archived!: boolean;
}
