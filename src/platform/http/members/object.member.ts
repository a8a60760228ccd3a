import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { isStorableText, isTextOf } from '../../values/index.js';
import { check, member, presence, type Fault, type MemberOptions } from './member.js';

const MOST_KEYS = 50;
const MOST_BYTES = 16 * 1024;
const LONGEST_KEY = 255;

/** Names that every object has from birth: programs that read them would be misled. */
export const inherited: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
]);

/** Names of the client's own choice, each with a plain value. */
export type Metadata = Readonly<Record<string, string | number | boolean | null>>;

/** An object, checked by the members of its class. */
export function ObjectMember(objectClass: () => new () => object, options: MemberOptions): PropertyDecorator {
  const isObject = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value);
  return applyDecorators(
    member(options, { type: () => objectClass() }, check(isObject, 'must be an object')),
    ...presence(options),
    ValidateNested(),
    Type(objectClass),
  );
}

// Larger integers come out of JSON as other ones: long ids have to be sent as text.
const plainValue = {
  type: ['string', 'number', 'boolean', 'null'],
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** Data that the client keeps with a record: flat, so that it can be shown and searched. */
export function MetadataMember(options: MemberOptions): PropertyDecorator {
  return member(
    options,
    {
      type: 'object',
      maxProperties: MOST_KEYS,
      additionalProperties: plainValue as object,
      ...{ propertyNames: { minLength: 1, maxLength: LONGEST_KEY } },
    },
    metadataFaults,
  );
}

function metadataFaults(value: unknown): Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ at: '', message: 'must be an object' }];
  }
  const entries = Object.entries(value);
  if (entries.length > MOST_KEYS) return [{ at: '', message: `must have at most ${MOST_KEYS} members` }];
  if (isTooLarge(entries)) return [{ at: '', message: 'must not be larger than 16 KiB as JSON' }];
  return entries.flatMap(([key, item]) => {
    if (!isTextOf(key, 1, LONGEST_KEY)) {
      return [{ at: '', message: `must have keys of 1 to ${LONGEST_KEY} characters` }];
    }
    if (inherited.has(key)) return [{ at: `.${key}`, message: 'is not known here' }];
    return isPlainValue(item)
      ? []
      : [
          {
            at: `.${key}`,
            message: 'must be text without NUL, a number (an integer up to 2^53), true, false or null',
          },
        ];
  });
}

/** The size of what may stand here; what is nested is refused for that. */
function isTooLarge(entries: readonly [string, unknown][]): boolean {
  let characters = 0;
  for (const [key, item] of entries) characters += key.length + (typeof item === 'string' ? item.length : 0);
  if (characters > MOST_BYTES) return true;
  const plain = entries.filter(([, item]) => item === null || typeof item !== 'object');
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(plain))) > MOST_BYTES;
}

const isPlainValue = (value: unknown): boolean =>
  value === null || typeof value === 'boolean' || isExactNumber(value) || isStorableText(value);

const isExactNumber = (value: unknown): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
