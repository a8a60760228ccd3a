import { defineContext } from 'planning-delivery-api/platform';
import { profileGauges } from './profiles/profile-gauges.js';
import { profileHealth } from './profiles/profile-health.js';
import { ProfileRetention } from './profiles/profile-retention.js';
import * as topics from './skill.events.js';
import { skillRecords } from './skill-records.js';
import * as resources from './skill.resources.js';
import { skillSettings } from './skill.settings.js';
import { SkillsModule } from './skills.module.js';

/** What people can do. */
export const context = defineContext({
  name: 'skills',
  module: SkillsModule,
  scopes: ['skills'],
  topics,
  resources: Object.values(resources),
  records: { skill: skillRecords },
  tags: { Skills: 'What people can do.' },
  description: { paragraph: '**Skills** have names that are unique in the organization.' },
  settings: skillSettings,
  gauges: profileGauges,
  health: profileHealth,
  retention: ProfileRetention,
  migrations: new URL('./migrations/', import.meta.url),
});
