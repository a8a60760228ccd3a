import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';

@Entity('access_tokens')
export class AccessToken extends Resource {
  @Column('uuid')
  userId!: string;

  @Column('text')
  name!: string;

  /** SHA-256 of the token, in hex; the token itself is never stored. */
  @Column('text')
  tokenHash!: string;

  /** The last characters of the token, to tell it from others; null for one that is older than this column. */
  @Column('text', { nullable: true })
  lastFour!: string | null;

  @Column('text', { array: true })
  scopes!: string[];

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  rotatedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt!: Date | null;
}
