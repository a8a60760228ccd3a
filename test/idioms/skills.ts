import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Column, DataSource, Entity, ManyToOne, PrimaryGeneratedColumn, Repository } from 'typeorm';

/** What a team that adds a context would write first: entities, a repository, a service. */
@Entity('idiom_skills')
export class Skill {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  skillName!: string;
}

@Entity('idiom_levels')
export class Level {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('integer')
  level!: number;

  @ManyToOne(() => Skill)
  masteredSkill!: Skill;
}

export const createTables = `
  CREATE TABLE idiom_skills (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    skill_name text NOT NULL CONSTRAINT idiom_skills_name_key UNIQUE
  );
  CREATE TABLE idiom_levels (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    level integer NOT NULL,
    mastered_skill_id uuid REFERENCES idiom_skills (id)
  )`;

@Injectable()
export class SkillService {
  constructor(
    @InjectRepository(Skill) readonly skills: Repository<Skill>,
    @InjectRepository(Level) readonly levels: Repository<Level>,
    @InjectDataSource() readonly source: DataSource,
  ) {}

  save(skillName: string): Promise<Skill> {
    return this.skills.save({ skillName });
  }

  async names(): Promise<string[]> {
    const skills = await this.skills.find({ order: { skillName: 'ASC' } });
    return skills.map(({ skillName }) => skillName);
  }
}

export const skillEntities = TypeOrmModule.forFeature([Skill, Level]);
