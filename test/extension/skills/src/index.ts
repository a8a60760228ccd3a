import { defineContext } from 'planning-delivery-api/platform';
import * as topics from './skill.events.js';
import { SkillsModule } from './skills.module.js';

/** What people can do. */
export const context = defineContext({
  name: 'skills',
  module: SkillsModule,
  scopes: ['skills'],
  topics,
  tags: { Skills: 'What people can do.' },
  migrations: new URL('./migrations/', import.meta.url),
});
