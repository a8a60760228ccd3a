import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  changeOf,
  changesIn,
  EventPublisher,
  hasChanges,
  newId,
  UnitOfWork,
} from 'planning-delivery-api/platform';
import { Repository } from 'typeorm';
import type { CreateSkillRequest, SkillResponse, UpdateSkillRequest } from './skill.dto.js';
import { Skill } from './skill.entity.js';
import { skillCreated, skillModified } from './skill.events.js';
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

  create(
    organizationId: string,
    { name, crm_identifiers: crmIdentifiers = [] }: CreateSkillRequest,
  ): Promise<SkillResponse> {
    return this.unitOfWork.run(async () => {
      const skill = await this.skills.save({ organizationId, id: newId(), name, crmIdentifiers });
      await this.events.publish(skillCreated, { organizationId, id: skill.id });
      return this.get(organizationId, skill.id);
    });
  }

  update(organizationId: string, id: string, patch: UpdateSkillRequest): Promise<SkillResponse> {
    return this.unitOfWork.run(async () => {
      await this.skills.findOne({ where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
      const before = await this.get(organizationId, id);
      const changes = changesIn(before, patch);
      if (!hasChanges(changes)) return before;
      const { name, crm_identifiers: crmIdentifiers } = { ...before, ...changes };
      await this.skills.update({ organizationId, id }, { name, crmIdentifiers });
      const after = await this.get(organizationId, id);
      await this.events.publish(skillModified, changeOf(organizationId, [before, after], changes));
      return after;
    });
  }
}

const responseOf = ({ id, name, crmIdentifiers }: Skill): SkillResponse => ({
  id,
  name,
  crm_identifiers: crmIdentifiers,
});
