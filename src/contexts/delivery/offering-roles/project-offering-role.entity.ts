import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';
import { CrmIdentifiersColumn, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';

@Entity('project_offering_roles')
export class ProjectOfferingRole extends Resource {
  @Column('uuid')
  projectOfferingId!: string;

  @Column('uuid')
  roleId!: string;

  /** Assigned is a person or a requisition, or nobody yet. */
  @Column('uuid', { nullable: true })
  personId!: string | null;

  @Column('uuid', { nullable: true })
  requisitionId!: string | null;

  @Column('numeric', { precision: 5, scale: 4, nullable: true })
  allocation!: string | null;

  /** The part of the offering's sold snapshot that this role had; the amount is in the currency of the project. */
  @Column('numeric', { nullable: true })
  soldHours!: string | null;

  @Column('numeric', { nullable: true })
  soldCostAmount!: string | null;

  /** The version of its planned time. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  planModifiedAt!: Date;

  @CrmIdentifiersColumn()
  crmIdentifiers!: readonly CrmIdentifier[];
}
