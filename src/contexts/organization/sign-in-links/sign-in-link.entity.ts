import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LinkPurpose } from './link-purpose.js';

@Entity('sign_in_links')
export class SignInLink {
  @PrimaryColumn('uuid')
  organizationId!: string;

  @PrimaryColumn('uuid')
  userId!: string;

  @Column('text')
  secretHash!: string;

  @Column('text')
  purpose!: LinkPurpose;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}
