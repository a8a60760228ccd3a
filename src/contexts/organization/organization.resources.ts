import { defineResource } from '../../platform/resources/index.js';
import { tagNotFound } from './tags/tag.rules.js';
import { userNotFound } from './users/user.rules.js';

export const tagResource = defineResource({
  type: 'tag',
  noun: 'tag',
  table: 'tags',
  notFound: tagNotFound,
  hasNames: true,
  createdBy: 'name',
});

export const userResource = defineResource({
  type: 'user',
  noun: 'user',
  table: 'users',
  notFound: userNotFound,
  hasEmails: true,
  createdBy: 'email_address',
});
