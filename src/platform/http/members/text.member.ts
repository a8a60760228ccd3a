import {
  EMAIL_ADDRESS,
  EMAIL_FAULT,
  isEmailAddress,
  isStorableText,
  isTextOf,
  MAX_NAME_LENGTH,
  parsedUrl,
  textFault,
} from '../../values/index.js';
import { choiceFault, choiceSchema, isChoiceOf, type Choices } from './choices.js';
import { check, describe, member, type Faults, type MemberOptions } from './member.js';

interface TextOptions extends MemberOptions {
  /** Code points after trimming. Default 1. */
  readonly minLength?: number;
  /** Code points. Default 255. */
  readonly maxLength?: number;
}

export const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

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

/** Trimmed. */
export function TextMember({
  minLength = 1,
  maxLength = MAX_NAME_LENGTH,
  ...options
}: TextOptions): PropertyDecorator {
  return member(
    options,
    { type: 'string', ...textOf(minLength, maxLength) },
    checkText(minLength, maxLength),
    trimmed,
  );
}

/** As it was sent, spaces at its ends too. */
export function SecretMember({
  minLength = 1,
  maxLength = MAX_NAME_LENGTH,
  ...options
}: TextOptions): PropertyDecorator {
  const schema = { type: 'string', format: 'password', minLength, maxLength } as const;
  return member(options, schema, checkText(minLength, maxLength));
}

const checkText = (minLength: number, maxLength: number): Faults =>
  check(
    (value) => isTextOf(value, minLength, maxLength),
    (value) => textFault(value, minLength, maxLength),
  );

export const ResponseTextMember = (options: MemberOptions): PropertyDecorator =>
  describe(options, { type: 'string' });

/** Not of the format `email`, in which most validators refuse letters beyond ASCII. */
export function EmailMember(options: MemberOptions): PropertyDecorator {
  const isFine = (value: unknown): boolean => isStorableText(value) && isEmailAddress(value);
  return member(
    options,
    { type: 'string', pattern: EMAIL_ADDRESS.source, maxLength: 255 },
    check(isFine, EMAIL_FAULT),
    trimmed,
  );
}

// A backslash, space or control character could hide the real address.
const webAddress = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\\\u0000-\u001f\u007f-\u009f]+$/u;

/** Not of the format `uri`, which has no letters beyond ASCII. */
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

export function ChoiceMember(choices: Choices, options: MemberOptions): PropertyDecorator {
  return member(options, choiceSchema(choices), check(isChoiceOf(choices), choiceFault(choices)));
}
