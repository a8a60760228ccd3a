import { InvalidArgumentError } from 'commander';
import { isInstant, scopes } from '../platform/http/index.js';
import {
  EMAIL_FAULT,
  isCalendarDate,
  isEmailAddress,
  isId,
  isTextOf,
  MAX_NAME_LENGTH,
  textFault,
} from '../platform/values/index.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DAYS = 36_500;

/** Names as the API takes them: trimmed. */
export function nameText(text: string): string {
  const name = text.trim();
  return isTextOf(name, 1, MAX_NAME_LENGTH) ? name : wrong(`It ${textFault(name, 1, MAX_NAME_LENGTH)}.`);
}

export function emailAddress(text: string): string {
  const address = text.trim();
  return isEmailAddress(address) ? address : wrong(`It ${EMAIL_FAULT}.`);
}

export function scopeList(text: string): string[] {
  const list = text.split(',').map((scope) => scope.trim());
  const isKnown = list.every((scope) => scopes().includes(scope));
  return isKnown ? list : wrong(`Choose from ${scopes().join(', ')}.`);
}

export function tokenId(text: string): string {
  return isId(text) ? text.toLowerCase() : wrong('The id of a token is a UUID: see `token list`.');
}

/** @returns the time: so many days from now on, the begin of a day in UTC, or as it was given */
export function expiry(text: string): string {
  if (/^\d{1,6}$/.test(text)) {
    const days = Number(text);
    if (days >= 1 && days <= MAX_DAYS) return new Date(Date.now() + days * DAY_MS).toISOString();
  }
  const time = isCalendarDate(text) ? `${text}T00:00:00Z` : text;
  if (isInstant(time)) return time;
  return wrong(`Give days, 1 to ${MAX_DAYS}, or a time such as 2027-11-21 or 2027-11-21T06:30:00Z.`);
}

export function countBetween(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    return wrong(`Must be a whole number, ${least} to ${most}.`);
  };
}

export function day(text: string): string {
  if (isCalendarDate(text) && text >= '2000' && text < '2101') return text;
  return wrong('Must be a day from 2000 to 2100, YYYY-MM-DD.');
}

function wrong(message: string): never {
  throw new InvalidArgumentError(message);
}
