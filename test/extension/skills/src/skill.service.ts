import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  changeOf,
  changesIn,
  Conditions,
  crmIdentifiersOf,
  Database,
  EventPublisher,
  hasChanges,
  newId,
  UnitOfWork,
  type Page,
  type PageRequest,
} from 'planning-delivery-api/platform';
import { Repository } from 'typeorm';
import type { CreateSkillRequest, SkillResponse, UpdateSkillRequest } from './skill.dto.js';
import { Skill } from './skill.entity.js';
import { skillCreated, skillModified } from './skill.events.js';
import { skillNotFound } from './skill.rules.js';

const columns = `s.id, s.name, ${crmIdentifiersOf('s')},
  s.created_at AS created_date, s.modified_at AS modified_date`;

@Injectable()
export class SkillService {
  constructor(
    @InjectRepository(Skill) private readonly skills: Repository<Skill>,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  list(organizationId: string, page: PageRequest): Promise<Page<SkillResponse>> {
    const conditions = new Conditions().and('s.organization_id = ?', organizationId);
    return this.database.page({ table: 'skills s', columns, conditions, page });
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

const responseOf = ({ id, name, crmIdentifiers, createdAt, modifiedAt }: Skill): SkillResponse => ({
  id,
  name,
  crm_identifiers: crmIdentifiers,
  created_date: createdAt.toISOString(),
  modified_date: modifiedAt.toISOString(),
});
