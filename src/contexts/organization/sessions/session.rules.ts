import { refusal, type BusinessError } from '../../../platform/errors/index.js';

const ended = refusal('unauthenticated', 'session.ended', 'You are not signed in, or no longer: sign in.');

export const sessionEnded = (): BusinessError => withChallenge(ended());

/** RFC 9110 demands one with every 401. */
export const withChallenge = (refused: BusinessError): BusinessError =>
  refused.withHeaders({ 'WWW-Authenticate': 'Session realm="app"' });
