import { refusal } from '../../../platform/errors/index.js';

export const invitedUserUnknown = refusal(
  'not_found',
  'sign_in_link.user_unknown',
  (address: string) =>
    `This organization has no user ${address}: name another one, or make an administrator with --administrator.`,
  'ada@example.com',
);
