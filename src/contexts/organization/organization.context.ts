import { defineContext } from '../../platform/contexts/index.js';
import { organizationRecords } from './organizations/organization.repository.js';
import { OrganizationResponse } from './organizations/organization.dto.js';
import { tagRecords } from './tags/tag.repository.js';
import { TagResponse } from './tags/tag.dto.js';
import { UserResponse } from './users/user.dto.js';
import { userRecords } from './users/user.repository.js';
import * as topics from './organization.events.js';
import * as resources from './organization.resources.js';
import { OrganizationModule } from './organization.module.js';
import { organizationSettings } from './organization.settings.js';
import { SignInRetention } from './sign-in/sign-in-retention.js';

export const organization = defineContext({
  name: 'organization',
  module: OrganizationModule,
  scopes: ['organization'],
  topics,
  resources: Object.values(resources),
  records: {
    organization: { ...organizationRecords, response: OrganizationResponse },
    tag: { ...tagRecords, response: TagResponse },
    user: { ...userRecords, response: UserResponse },
  },
  settings: organizationSettings,
  retention: SignInRetention,
  transientTables: ['sessions', 'session_tokens', 'sign_in_links', 'sign_in_failures', 'open_id_sign_ins'],
  description: {
    authentication:
      'Where the operator takes them, a JWT of their OpenID Connect provider in `Authorization: Bearer` does too, in the place of an access token: it allows what its claim `scope` names, as long as its user may do it.',
  },
  tags: {
    Organization: 'The organization of the access token, and who the token belongs to.',
    Users: 'Who has access: people with rights, and services, whose access tokens have theirs.',
    'Access tokens': 'Tokens of the organization. A token is shown once, when it is made or rotated.',
    Tags: 'Labels for people, projects and offering roles, which refer to them by name.',
  },
});
