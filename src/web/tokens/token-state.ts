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

/** From when on it is refused unless it is used before. Null: it is not, or its last day comes first. */
export const idleEndOf = ({ expires_date: last, idle_expires_date: idle }: Token): string | null =>
  idle !== null && (last === null || Date.parse(idle) < Date.parse(last)) ? idle : null;

interface NearEnd {
  readonly at: string;
  /** Unless it is used before. */
  readonly isOfUnused: boolean;
}

const SOON_MS = 14 * 24 * 60 * 60 * 1000;

/** Null: not for weeks. An end for want of use is near in the last half of that time at most, or it would always be. */
export function nearEndOf(token: Token, now: Date): NearEnd | null {
  if (tokenState(token, now) !== 'usable') return null;
  const isWithin = (end: string, time: number): boolean => Date.parse(end) - now.getTime() <= time;
  const [last, idle] = [token.expires_date, idleEndOf(token)];
  if (idle !== null && isWithin(idle, Math.min(SOON_MS, idleTimeOf(token, idle) / 2))) {
    return { at: idle, isOfUnused: true };
  }
  return last !== null && isWithin(last, SOON_MS) ? { at: last, isOfUnused: false } : null;
}

function idleTimeOf({ created_date, last_used_date, rotated_date }: Token, end: string): number {
  const uses = [created_date, last_used_date, rotated_date].flatMap((date) => date ?? []);
  return Date.parse(end) - Math.max(...uses.map((date) => Date.parse(date)));
}
