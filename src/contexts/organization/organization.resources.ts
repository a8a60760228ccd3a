import { defineResource } from '../../platform/resources/index.js';
import { tagNotFound } from './tags/tag.rules.js';

export const tagResource = defineResource({
  type: 'tag',
  noun: 'tag',
  table: 'tags',
  notFound: tagNotFound,
  hasNames: true,
  createdBy: 'name',
});
