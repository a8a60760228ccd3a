import { refusal, type BusinessError } from '../../../platform/errors/index.js';

/** However often it is used. */
export const MAX_SESSION_SECONDS = 7 * 24 * 60 * 60;

const ended = refusal('unauthenticated', 'session.ended', 'You are not signed in, or no longer: sign in.');

export const sessionEnded = (): BusinessError => withChallenge(ended());

export const signInOtherUser = refusal(
  'forbidden',
  'sign_in.other_user',
  'This is the account of another user: sign in again as the one that you are here.',
);

/** What one user has shown must make no session of another one recent. */
export function sessionMustBeOf(userId: string, { user_id }: { readonly user_id: string }): void {
  if (user_id !== userId) throw signInOtherUser();
}

/** RFC 9110 demands one with every 401. */
export const withChallenge = (refused: BusinessError): BusinessError =>
  refused.withHeaders({ 'WWW-Authenticate': 'Session realm="app"' });
