import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { SETTINGS, type Retention } from 'planning-delivery-api/platform';
import { DataSource } from 'typeorm';
import type { SkillSettings } from '../skill.settings.js';

const BATCH = 1000;

@Injectable()
export class ProfileRetention implements Retention {
  readonly intervalMinutes = 60;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    @Inject(SETTINGS) private readonly settings: SkillSettings,
  ) {}

  async removeOld(): Promise<boolean> {
    const [, removed] = await this.source.query<[unknown, number]>(
      `DELETE FROM skill_profiles WHERE (organization_id, person_id) IN (
         SELECT organization_id, person_id FROM skill_profiles
         WHERE created_at < now() - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [this.settings.SKILLS_PROFILE_KEEP_DAYS, BATCH],
    );
    return removed === BATCH;
  }
}
