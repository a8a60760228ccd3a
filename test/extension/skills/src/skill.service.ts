import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EventPublisher, newId, UnitOfWork } from 'planning-delivery-api/platform';
import { Repository } from 'typeorm';
import type { SkillResponse } from './skill.dto.js';
import { Skill } from './skill.entity.js';
import { skillCreated } from './skill.events.js';
import { skillNotFound } from './skill.rules.js';

@Injectable()
export class SkillService {
  constructor(
    @InjectRepository(Skill) private readonly skills: Repository<Skill>,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  async list(organizationId: string): Promise<SkillResponse[]> {
    const skills = await this.skills.find({ where: { organizationId }, order: { id: 'ASC' } });
    return skills.map(responseOf);
  }

  async get(organizationId: string, id: string): Promise<SkillResponse> {
    const skill = await this.skills.findOneBy({ organizationId, id });
    if (!skill) throw skillNotFound();
    return responseOf(skill);
  }

  create(organizationId: string, name: string): Promise<SkillResponse> {
    return this.unitOfWork.run(async () => {
      const skill = await this.skills.save({ organizationId, id: newId(), name });
      await this.events.publish(skillCreated, { organizationId, id: skill.id });
      return responseOf(skill);
    });
  }
}

const responseOf = ({ id, name }: Pick<Skill, 'id' | 'name'>): SkillResponse => ({ id, name });
