import {
  created,
  deleted,
  forAdministrators,
  idMember,
  modified,
  topic,
} from '../../platform/events/index.js';

export const organizationModified = modified('organization', 'organization');
export const tagCreated = created('tag', 'tag');
export const tagModified = modified('tag', 'tag');
export const tagDeleted = deleted('tag', 'tag');
export const userCreated = forAdministrators(created('user', 'user'));
export const userModified = forAdministrators(modified('user', 'user'));
export const sessionCreated = forAdministrators(
  created('session', 'session', { userId: idMember('The user who has signed in.') }),
);
export const accessTokenCreated = forAdministrators(created('accesstoken', 'access token'));
export const accessTokenRevoked = forAdministrators(
  topic('accesstoken.revoked', {
    meaning: 'An access token was revoked.',
    subject: 'The access token.',
    payload: {},
  }),
);
