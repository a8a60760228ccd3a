import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { SETTINGS } from 'planning-delivery-api/platform';
import { LessThan, Repository } from 'typeorm';
import { SkillProfile } from './skill-profile.entity.js';
import type { SkillSettings } from '../skill.settings.js';

const DAY_MS = 86_400_000;

export interface ProfileReading {
  readonly profiles: number;
  readonly tooOld: number;
}

/** What is known of all profiles, for operators. */
@Injectable()
export class ProfileFigures {
  constructor(
    @InjectRepository(SkillProfile) private readonly profiles: Repository<SkillProfile>,
    @Inject(SETTINGS) private readonly settings: SkillSettings,
  ) {}

  async measure(): Promise<ProfileReading> {
    const end = new Date(Date.now() - this.settings.SKILLS_PROFILE_KEEP_DAYS * DAY_MS);
    return {
      profiles: await this.profiles.count(),
      tooOld: await this.profiles.countBy({ createdAt: LessThan(end) }),
    };
  }
}
