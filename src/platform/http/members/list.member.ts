import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { exampleId, isId, isTextOf } from '../../values/index.js';
import { choiceFault, choiceSchema, isChoiceOf, type Choices } from './choices.js';
import {
  check,
  describe,
  member,
  messageOf,
  type Fault,
  type Faults,
  type IdOptions,
  type MemberOptions,
} from './member.js';
import { ID_FAULT, idForm, textOf, trimmed } from './text.member.js';

const PROPERTY = /^[a-z][a-z0-9_]{0,63}$/;

interface ListOptions extends MemberOptions {
  /** Default 0. */
  readonly minItems?: number;
  /** Default 100. */
  readonly maxItems?: number;
}

type IdListOptions = IdOptions & Omit<ListOptions, 'example'>;

/** Each id at most once. */
export function IdListMember({ of, ...options }: IdListOptions): PropertyDecorator {
  const listed = { example: [exampleId(of)], ...options };
  return valueList(listed, { type: 'string', format: 'uuid' }, isId, ID_FAULT, idForm);
}

/** Each name at most once. */
export function NameListMember(options: ListOptions): PropertyDecorator {
  const isName = (value: unknown): boolean => isTextOf(value, 1, 255);
  const message = 'must be text of 1 to 255 characters';
  return valueList(options, { type: 'string', ...textOf(1, 255) }, isName, message, trimmed);
}

export function PropertyListMember(options: ListOptions): PropertyDecorator {
  const isName = (value: unknown): boolean => typeof value === 'string' && PROPERTY.test(value);
  const message = 'must be the name of a member, such as client_id';
  return valueList(options, { type: 'string', pattern: PROPERTY.source, maxLength: 64 }, isName, message);
}

/** Each word at most once. */
export function ChoiceListMember(choices: Choices, options: ListOptions): PropertyDecorator {
  return valueList(options, choiceSchema(choices), isChoiceOf(choices), choiceFault(choices));
}

interface ObjectListOptions extends ListOptions {
  /** Text members that are unique among the items. */
  readonly distinctBy?: readonly string[];
}

export function ObjectListMember(
  itemClass: () => new () => object,
  { minItems = 0, maxItems = 100, distinctBy = [], ...options }: ObjectListOptions,
): PropertyDecorator {
  return applyDecorators(
    member(
      options,
      { type: () => itemClass(), isArray: true, ...(minItems > 0 && { minItems }), maxItems },
      listSize(minItems, maxItems),
      undefined,
      (items) => [...nestedLists(items), ...(distinctBy.length > 0 ? repeatedItems(items, distinctBy) : [])],
    ),
    ValidateNested({ each: true }),
    Type(itemClass),
  );
}

// class-validator would accept a list in a list.
const nestedLists = (items: readonly unknown[]): Fault[] =>
  items.flatMap((item, index) =>
    Array.isArray(item) ? [{ at: `[${index}]`, message: 'must be an object' }] : [],
  );

function repeatedItems(list: readonly unknown[], names: readonly string[]): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  list.forEach((item, index) => {
    const parts = names.map((name) => (item as Record<string, unknown> | null | undefined)?.[name]);
    if (!parts.every((part) => typeof part === 'string')) return;
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

export function ResponseListMember(
  itemClass: () => new () => object,
  { maxItems, ...options }: MemberOptions & Pick<ListOptions, 'maxItems'>,
): PropertyDecorator {
  const schema = { type: () => itemClass(), isArray: true as const };
  return describe(options, maxItems === undefined ? schema : { ...schema, maxItems });
}

export function ResponseObjectMember(
  itemClass: () => new () => object,
  options: MemberOptions,
): PropertyDecorator {
  return describe(options, { type: () => itemClass() });
}

function valueList(
  { minItems = 0, maxItems = 100, ...options }: ListOptions,
  items: { type: string; format?: string; pattern?: string; maxLength?: number },
  isFine: (value: unknown) => boolean,
  message: string | (() => string),
  normalize: (value: unknown) => unknown = (value) => value,
): PropertyDecorator {
  const size = listSize(minItems, maxItems);
  const faults = (value: unknown): readonly Fault[] => {
    const whole = size(value);
    if (whole.length > 0) return whole;
    const seen = new Set<unknown>();
    return (value as unknown[]).flatMap((item, index) => {
      if (!isFine(item)) return [{ at: `[${index}]`, message: messageOf(message) }];
      if (seen.has(item)) return [{ at: `[${index}]`, message: 'must not be listed twice' }];
      seen.add(item);
      return [];
    });
  };
  return member(
    options,
    { type: 'array', ...(minItems > 0 && { minItems }), maxItems, uniqueItems: true, items },
    faults,
    (value) => (isListUpTo(value, maxItems) ? value.map(normalize) : value),
  );
}

const isListUpTo = (value: unknown, maxItems: number): value is unknown[] =>
  Array.isArray(value) && value.length <= maxItems;

function listSize(minItems: number, maxItems: number): Faults {
  const range = minItems > 0 ? `${minItems} to ${maxItems}` : `at most ${maxItems}`;
  const isFine = (value: unknown): boolean => isListUpTo(value, maxItems) && value.length >= minItems;
  return check(isFine, `must be a list of ${range} items`);
}
