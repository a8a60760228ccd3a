import { CrmIdentifiersColumn, type CrmIdentifier } from 'planning-delivery-api/platform';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('skills')
export class Skill {
  @PrimaryColumn('uuid')
  organizationId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @CrmIdentifiersColumn()
  crmIdentifiers!: readonly CrmIdentifier[];

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, insert: false, update: false })
  modifiedAt!: Date;
}
