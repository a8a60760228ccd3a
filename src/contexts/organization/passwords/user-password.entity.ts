import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('user_passwords')
export class UserPassword {
  @PrimaryColumn('uuid')
  organizationId!: string;

  @PrimaryColumn('uuid')
  userId!: string;

  @Column('text')
  hash!: string;
}
