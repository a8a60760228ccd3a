import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';
import { CrmIdentifiersColumn, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';

@Entity('clients')
export class Client extends Resource {
  @Column('text')
  name!: string;

  @Column('text')
  nameKey!: string;

  @Column('uuid', { nullable: true })
  accountManagerId!: string | null;

  @Column('boolean', { default: false })
  isArchived!: boolean;

  @CrmIdentifiersColumn()
  crmIdentifiers!: readonly CrmIdentifier[];
}
