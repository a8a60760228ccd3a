import {
  EMAIL_ADDRESS,
  EMAIL_FAULT,
  isEmailAddress,
  isId,
  isStorableText,
  isTextOf,
  MOST_OF_NAME,
  parsedUrl,
  textFault,
} from '../../values/index.js';
import { choiceSchema, type Choices } from './choices.js';
import { check, member, withExampleId, type IdOptions, type MemberOptions } from './member.js';

interface TextOptions extends MemberOptions {
  /** Characters (code points) at least, after trimming. Default 1. */
  readonly minLength?: number;
  /** Characters at most. Default 255. */
  readonly maxLength?: number;
}

export const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** What the description says of the length of text. White space alone is no text. */
export const textOf = (minLength: number, maxLength: number): TextSchema => ({
  minLength,
  maxLength,
  ...(minLength > 0 && { pattern: '\\S' }),
});

interface TextSchema {
  readonly minLength: number;
  readonly maxLength: number;
  readonly pattern?: string;
}

/** Text, trimmed. */
export function TextMember({
  minLength = 1,
  maxLength = MOST_OF_NAME,
  ...options
}: TextOptions): PropertyDecorator {
  const isFine = (value: unknown): boolean => isTextOf(value, minLength, maxLength);
  const message = textFault(minLength, maxLength);
  return member(
    options,
    { type: 'string', ...textOf(minLength, maxLength) },
    check(isFine, message),
    trimmed,
  );
}

/** Its format is not `email`: addresses with letters beyond ASCII are fine here, and are not for most validators. */
export function EmailMember(options: MemberOptions): PropertyDecorator {
  const isFine = (value: unknown): boolean => isStorableText(value) && isEmailAddress(value);
  return member(
    options,
    { type: 'string', pattern: EMAIL_ADDRESS.source, maxLength: 255 },
    check(isFine, EMAIL_FAULT),
    trimmed,
  );
}

// A backslash, a space or a control character would be read as something else than what is shown.
const webAddress = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\\\u0000-\u001f\u007f-\u009f]+$/u;

/** Its format is not `uri`: host names and paths with letters beyond ASCII are fine here. */
export function WebAddressMember(options: MemberOptions): PropertyDecorator {
  const isFine = (value: unknown): boolean =>
    typeof value === 'string' &&
    value.length <= 2048 &&
    isStorableText(value) &&
    webAddress.test(value) &&
    parsedUrl(value) !== null;
  return member(
    options,
    { type: 'string', pattern: webAddress.source, maxLength: 2048 },
    check(isFine, 'must be an http or https address of at most 2048 characters'),
    trimmed,
  );
}

export const ID_FAULT = 'must be a UUID';

const ID_LENGTH = 36;

/** An id as it is stored; what cannot be one stays as it is. */
export function idForm(value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : '';
  return text.length === ID_LENGTH ? text.toLowerCase() : value;
}

export function IdMember(options: IdOptions): PropertyDecorator {
  return member(withExampleId(options), { type: 'string', format: 'uuid' }, check(isId, ID_FAULT), idForm);
}

/** One of a fixed set of words. */
export function ChoiceMember(choices: Choices, options: MemberOptions): PropertyDecorator {
  const isFine = (value: unknown): boolean => choices.words.includes(value as string);
  const message = `must be one of ${choices.words.join(', ')}`;
  return member(options, choiceSchema(choices), check(isFine, message));
}
