import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';

@Entity('tags')
export class Tag extends Resource {
  @Column('text')
  name!: string;

  @Column('text')
  nameKey!: string;

  @Column('boolean', { default: false })
  isArchived!: boolean;
}
