import type { Schemas } from '../api/client.js';

type Token = Schemas['AccessTokenResponse'];

export type TokenState = 'usable' | 'revoked' | 'expired' | 'unused';

/** By the clock of this machine, as far as dates decide. */
export function tokenState(token: Token, now: Date): TokenState {
  const isOver = (date: string | null): boolean => date !== null && new Date(date) <= now;
  if (token.revoked_date !== null) return 'revoked';
  if (isOver(token.expires_date)) return 'expired';
  return isOver(token.idle_expires_date) ? 'unused' : 'usable';
}

export const wordsOfState: Readonly<Record<TokenState, string>> = {
  usable: 'Accepted',
  revoked: 'Revoked',
  expired: 'Expired',
  unused: 'Not used for too long',
};
