import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** Of each person that there is. */
@Entity('skill_profiles')
export class SkillProfile {
  @PrimaryColumn('uuid')
  organizationId!: string;

  @PrimaryColumn('uuid')
  personId!: string;

  @CreateDateColumn()
  createdAt!: Date;
}
