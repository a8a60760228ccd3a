import { CreateDateColumn, PrimaryColumn, UpdateDateColumn } from 'typeorm';

export abstract class Resource {
  @PrimaryColumn('uuid')
  organizationId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  /** The version: a trigger sets it, whatever a statement says, and moves it where a statement names it. */
  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  modifiedAt!: Date;
}
