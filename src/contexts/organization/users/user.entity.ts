import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';

export const userTypes = ['person', 'service'] as const;

/** A service has tokens only, and what they allow is said of each. */
export type UserType = (typeof userTypes)[number];

@Entity('users')
export class User extends Resource {
  @Column('text')
  emailAddress!: string;

  @Column('text')
  emailKey!: string;

  @Column('text', { default: 'person' })
  type!: UserType;

  @Column('boolean', { default: false })
  isAdministrator!: boolean;

  /** Beside `admin`, in alphabetical order. */
  @Column('text', { array: true, default: [] })
  scopes!: string[];

  @Column('boolean', { default: false })
  isArchived!: boolean;

  /** The provider whose account the user is linked to, as it named itself then. */
  @Column('text', { nullable: true })
  oidcIssuer!: string | null;

  @Column('text', { nullable: true })
  oidcSubject!: string | null;
}
