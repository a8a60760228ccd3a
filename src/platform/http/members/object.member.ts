import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { isStorableText, isTextOf } from '../../values/index.js';
import { check, member, type Fault, type MemberOptions } from './member.js';

const MAX_KEYS = 50;
const MAX_BYTES = 16 * 1024;
const MAX_KEY_LENGTH = 255;

/** Inherited by every object: programs that read them would be misled. */
export const inherited: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
]);

export type Metadata = Readonly<Record<string, string | number | boolean | null>>;

export function ObjectMember(objectClass: () => new () => object, options: MemberOptions): PropertyDecorator {
  const isObject = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value);
  return applyDecorators(
    member(options, { type: () => objectClass() }, check(isObject, 'must be an object')),
    ValidateNested(),
    Type(objectClass),
  );
}

// JSON loses larger integers: long ids have to be text.
const plainValue = {
  type: ['string', 'number', 'boolean', 'null'],
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** Flat, so that it can be shown and searched. */
export function MetadataMember(options: MemberOptions): PropertyDecorator {
  return member(
    options,
    {
      type: 'object',
      maxProperties: MAX_KEYS,
      additionalProperties: plainValue as object,
      ...{ propertyNames: { minLength: 1, maxLength: MAX_KEY_LENGTH } },
    },
    metadataFaults,
  );
}

function metadataFaults(value: unknown): Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ at: '', message: 'must be an object' }];
  }
  const entries = Object.entries(value);
  if (entries.length > MAX_KEYS) return [{ at: '', message: `must have at most ${MAX_KEYS} members` }];
  if (isTooLarge(entries)) return [{ at: '', message: 'must not be larger than 16 KiB as JSON' }];
  return entries.flatMap(([key, item]) => {
    if (!isTextOf(key, 1, MAX_KEY_LENGTH)) {
      return [{ at: '', message: `must have keys of 1 to ${MAX_KEY_LENGTH} characters` }];
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

function isTooLarge(entries: readonly [string, unknown][]): boolean {
  let characters = 0;
  for (const [key, item] of entries) characters += key.length + (typeof item === 'string' ? item.length : 0);
  if (characters > MAX_BYTES) return true;
  const plain = entries.filter(([, item]) => item === null || typeof item !== 'object');
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(plain))) > MAX_BYTES;
}

const isPlainValue = (value: unknown): boolean =>
  value === null || typeof value === 'boolean' || isExactNumber(value) || isStorableText(value);

const isExactNumber = (value: unknown): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

export const RECORD = 'x-record';

/** In answers: a record of any kind that is declared, as lists show it; null where it is gone. */
export const RecordMember = (options: MemberOptions): PropertyDecorator =>
  member(
    options,
    { [RECORD]: true } as object,
    check((value) => typeof value === 'object', 'must be an object'),
  );
