import { defineResource } from 'planning-delivery-api/platform';
import { skillNotFound } from './skill.rules.js';

export const skillResource = defineResource({
  type: 'skill',
  noun: 'skill',
  table: 'skills',
  notFound: skillNotFound,
  crmIdentifiers: { table: 'skill_crm_identifiers', owner: 'skill_id' },
});
