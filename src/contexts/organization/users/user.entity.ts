import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';

@Entity('users')
export class User extends Resource {
  @Column('text')
  emailAddress!: string;

  @Column('text')
  emailKey!: string;
}
