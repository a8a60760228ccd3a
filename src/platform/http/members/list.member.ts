import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { isId } from '../../values/index.js';
import { describe, member, presence, type Fault, type MemberOptions } from './member.js';
import { ID_FAULT, isStorableText, lowerCased, trimmed } from './text.member.js';

interface ListOptions extends MemberOptions {
  /** Items at least. Default 0. */
  readonly minItems?: number;
  /** Items at most. Default 100. */
  readonly maxItems?: number;
}

/** A list of ids, each at most once. */
export function IdListMember(options: ListOptions): PropertyDecorator {
  return valueList(options, { type: 'string', format: 'uuid' }, isId, ID_FAULT, lowerCased);
}

/** A list of names, each at most once. */
export function NameListMember(options: ListOptions): PropertyDecorator {
  const isName = (value: unknown): boolean =>
    isStorableText(value) && value !== '' && [...value].length <= 255;
  const message = 'must be text of 1 to 255 characters';
  return valueList(options, { type: 'string', minLength: 1, maxLength: 255 }, isName, message, trimmed);
}

/** A list of words from a fixed set, each at most once. */
export function ChoiceListMember(choices: readonly string[], options: ListOptions): PropertyDecorator {
  const isChoice = (value: unknown): boolean => choices.includes(value as string);
  return valueList(
    options,
    { type: 'string', enum: [...choices] },
    isChoice,
    `must be one of ${choices.join(', ')}`,
  );
}

interface ObjectListOptions extends ListOptions {
  /** Text members that no two items may have in common. */
  readonly distinctBy?: readonly string[];
}

/** A list of objects, each checked by the members of its class. */
export function ObjectListMember(
  itemClass: () => new () => object,
  { minItems = 0, maxItems = 100, distinctBy = [], ...options }: ObjectListOptions,
): PropertyDecorator {
  const faults = (value: unknown): Fault[] => {
    const whole = listFaults(value, minItems, maxItems);
    if (whole.length > 0) return whole;
    const list = value as unknown[];
    return [...nestedLists(list), ...repeatedItems(list, distinctBy)];
  };
  return applyDecorators(
    member(
      options,
      { type: () => itemClass(), isArray: true, ...(minItems > 0 && { minItems }), maxItems },
      faults,
    ),
    ...presence(options),
    ValidateNested({ each: true }),
    Type(itemClass),
  );
}

// The checks of the item's class would look for its members inside of the inner list.
function nestedLists(list: readonly unknown[]): Fault[] {
  const faults: Fault[] = [];
  list.forEach((item, index) => {
    if (Array.isArray(item)) faults.push({ at: `[${index}]`, message: 'must be an object' });
  });
  return faults;
}

function repeatedItems(list: readonly unknown[], names: readonly string[]): Fault[] {
  const faults: Fault[] = [];
  if (names.length === 0) return faults;
  const seen = new Set<string>();
  list.forEach((item, index) => {
    const parts = names.map((name) => (item as Record<string, unknown> | null | undefined)?.[name]);
    if (!parts.every((part) => typeof part === 'string')) return;
    // Text that is stored has no NUL.
    const key = parts.join('\0');
    if (seen.has(key)) {
      faults.push({
        at: `[${index}]`,
        message: `must not repeat the ${names.join(' and ')} of another item`,
      });
    }
    seen.add(key);
  });
  return faults;
}

/** A list in an answer, which nobody checks. */
export function AnswerListMember(
  itemClass: () => new () => object,
  options: MemberOptions,
): PropertyDecorator {
  return describe(options, { type: () => itemClass(), isArray: true });
}

/** An object in an answer, which nobody checks. */
export function AnswerObjectMember(
  itemClass: () => new () => object,
  options: MemberOptions,
): PropertyDecorator {
  return describe(options, { type: () => itemClass() });
}

function valueList(
  { minItems = 0, maxItems = 100, ...options }: ListOptions,
  items: { type: string; format?: string; minLength?: number; maxLength?: number; enum?: string[] },
  isFine: (value: unknown) => boolean,
  message: string,
  normalize: (value: unknown) => unknown = (value) => value,
): PropertyDecorator {
  const faults = (value: unknown): Fault[] => {
    const whole = listFaults(value, minItems, maxItems);
    if (whole.length > 0) return whole;
    const list = value as unknown[];
    return list.flatMap((item, index) => {
      if (!isFine(item)) return [{ at: `[${index}]`, message }];
      return list.indexOf(item) < index ? [{ at: `[${index}]`, message: 'must not be listed twice' }] : [];
    });
  };
  return member(
    options,
    { type: 'array', ...(minItems > 0 && { minItems }), maxItems, uniqueItems: true, items },
    faults,
    (value) => (Array.isArray(value) ? value.map(normalize) : value),
  );
}

function listFaults(value: unknown, minItems: number, maxItems: number): Fault[] {
  const isFine = Array.isArray(value) && value.length >= minItems && value.length <= maxItems;
  const range = minItems > 0 ? `${minItems} to ${maxItems}` : `at most ${maxItems}`;
  return isFine ? [] : [{ at: '', message: `must be a list of ${range} items` }];
}
