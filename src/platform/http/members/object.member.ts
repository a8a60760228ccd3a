import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { check, member, presence, type Fault, type MemberOptions } from './member.js';
import { isStorableText } from './text.member.js';

const MOST_KEYS = 50;
const MOST_BYTES = 16 * 1024;
const LONGEST_KEY = 255;

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

/** Data that the client keeps with a record: flat, so that it can be shown and searched. */
export function MetadataMember(options: MemberOptions): PropertyDecorator {
  const plainValue = { oneOf: ['string', 'number', 'boolean', 'null'].map((type) => ({ type })) };
  return member(
    options,
    { type: 'object', maxProperties: MOST_KEYS, additionalProperties: plainValue },
    metadataFaults,
  );
}

function metadataFaults(value: unknown): Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ at: '', message: 'must be an object' }];
  }
  const entries = Object.entries(value);
  if (entries.length > MOST_KEYS) return [{ at: '', message: `must have at most ${MOST_KEYS} members` }];
  if (Buffer.byteLength(JSON.stringify(value)) > MOST_BYTES) {
    return [{ at: '', message: 'must not be larger than 16 KiB as JSON' }];
  }
  return entries.flatMap(([key, item]) => {
    if (!isKey(key)) return [{ at: '', message: `must have keys of 1 to ${LONGEST_KEY} characters` }];
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

const isKey = (key: string): boolean =>
  isStorableText(key) && key !== '' && key.length <= LONGEST_KEY * 2 && [...key].length <= LONGEST_KEY;

const isPlainValue = (value: unknown): boolean =>
  value === null || typeof value === 'boolean' || isExactNumber(value) || isStorableText(value);

// Larger integers come out of JSON as other ones: long ids have to be sent as text.
const isExactNumber = (value: unknown): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
