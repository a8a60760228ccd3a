import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';

/** Somebody who may call the API. */
@Entity('users')
export class User extends Resource {
  @Column('text')
  emailAddress!: string;

  @Column('text')
  emailKey!: string;
}
