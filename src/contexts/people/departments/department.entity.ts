import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';
import { CrmIdentifiersColumn, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';

@Entity('departments')
export class Department extends Resource {
  @Column('text')
  name!: string;

  @Column('text')
  nameKey!: string;

  /** The one department of the organization that its role "Unassigned" is in. */
  @Column('boolean', { default: false })
  isUnassigned!: boolean;

  @Column('boolean', { default: false })
  isArchived!: boolean;

  @CrmIdentifiersColumn()
  crmIdentifiers!: readonly CrmIdentifier[];
}
