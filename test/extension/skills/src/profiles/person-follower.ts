import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { personCreated } from 'planning-delivery-api/contexts/people';
import { OnDomainEvent, type HandedEvent } from 'planning-delivery-api/platform';
import { Repository } from 'typeorm';
import { SkillProfile } from './skill-profile.entity.js';

/** Makes a profile for each new person. */
@Injectable()
export class PersonFollower {
  constructor(@InjectRepository(SkillProfile) private readonly profiles: Repository<SkillProfile>) {}

  /** A second time does no harm: the profile is there already. */
  @OnDomainEvent(personCreated, { durable: 'skills.people' })
  async follow({ organizationId, id }: HandedEvent<typeof personCreated>): Promise<void> {
    await this.profiles.upsert({ organizationId, personId: id }, ['organizationId', 'personId']);
  }
}
