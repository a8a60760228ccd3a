import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid')
  organizationId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  userId!: string;

  @Column('text')
  secretHash!: string;

  @Column('text')
  device!: string;

  @Column('text')
  address!: string;

  @Column('boolean')
  isAdministrator!: boolean;

  @Column('text', { array: true })
  scopes!: string[];

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  signedInAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  lastUsedAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt!: Date | null;
}
