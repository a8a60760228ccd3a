import { isEmailAddress, isId } from '../../values/index.js';
import { check, member, type MemberOptions } from './member.js';

interface TextOptions extends MemberOptions {
  /** Characters (code points) at least, after trimming. Default 1. */
  readonly minLength?: number;
  /** Characters at most. Default 255. */
  readonly maxLength?: number;
}

export const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** NUL cannot be stored, and an unpaired surrogate is no character. */
export const isStorableText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

/** Text, trimmed. */
export function TextMember({ minLength = 1, maxLength = 255, ...options }: TextOptions): PropertyDecorator {
  const isFine = (value: unknown): boolean => {
    if (!isStorableText(value) || value.length > maxLength * 2) return false;
    const { length } = [...value];
    return length >= minLength && length <= maxLength;
  };
  const message = `must be text of ${minLength} to ${maxLength} characters without NUL or unpaired surrogates`;
  return member(options, { type: 'string', minLength, maxLength }, check(isFine, message), trimmed);
}

export function EmailMember(options: MemberOptions): PropertyDecorator {
  const isFine = (value: unknown): boolean => isStorableText(value) && isEmailAddress(value);
  return member(
    options,
    { type: 'string', format: 'email', maxLength: 255 },
    check(isFine, 'must be an e-mail address such as ada@example.com'),
    trimmed,
  );
}

export function WebAddressMember(options: MemberOptions): PropertyDecorator {
  const isFine = (value: unknown): boolean =>
    isStorableText(value) &&
    value.length <= 2048 &&
    // A backslash, a space or a control character would be read as something else than what is shown.
    /^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(value) &&
    URL.canParse(value);
  return member(
    options,
    { type: 'string', format: 'uri', maxLength: 2048 },
    check(isFine, 'must be an http or https address of at most 2048 characters'),
    trimmed,
  );
}

export const ID_FAULT = 'must be a UUID';

export const lowerCased = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim().toLowerCase() : value;

export function IdMember(options: MemberOptions): PropertyDecorator {
  return member(options, { type: 'string', format: 'uuid' }, check(isId, ID_FAULT), lowerCased);
}

/** One of a fixed set of words. */
export function ChoiceMember(choices: readonly string[], options: MemberOptions): PropertyDecorator {
  const isFine = (value: unknown): boolean => choices.includes(value as string);
  return member(
    options,
    { type: 'string', enum: [...choices] },
    check(isFine, `must be one of ${choices.join(', ')}`),
  );
}
