import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { exampleId, isId, isTextOf } from '../../values/index.js';
import { choiceSchema, type Choices } from './choices.js';
import {
  check,
  describe,
  member,
  presence,
  type Fault,
  type Faults,
  type IdOptions,
  type MemberOptions,
} from './member.js';
import { ID_FAULT, idForm, textOf, trimmed } from './text.member.js';

interface ListOptions extends MemberOptions {
  /** Items at least. Default 0. */
  readonly minItems?: number;
  /** Items at most. Default 100. */
  readonly maxItems?: number;
}

type IdListOptions = IdOptions & Omit<ListOptions, 'example'>;

/** A list of ids, each at most once. */
export function IdListMember({ of, ...options }: IdListOptions): PropertyDecorator {
  const listed = { example: [exampleId(of)], ...options };
  return valueList(listed, { type: 'string', format: 'uuid' }, isId, ID_FAULT, idForm);
}

/** A list of names, each at most once. */
export function NameListMember(options: ListOptions): PropertyDecorator {
  const isName = (value: unknown): boolean => isTextOf(value, 1, 255);
  const message = 'must be text of 1 to 255 characters';
  return valueList(options, { type: 'string', ...textOf(1, 255) }, isName, message, trimmed);
}

/** A list of words from a fixed set, each at most once. */
export function ChoiceListMember(choices: Choices, options: ListOptions): PropertyDecorator {
  const isChoice = (value: unknown): boolean => choices.words.includes(value as string);
  return valueList(options, choiceSchema(choices), isChoice, `must be one of ${choices.words.join(', ')}`);
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
  const size = listSize(minItems, maxItems);
  const faults = (value: unknown): readonly Fault[] => {
    const whole = size(value);
    if (whole.length > 0) return whole;
    const list = value as unknown[];
    return [...nestedLists(list), ...repeatedItems(list, distinctBy)];
  };
  return applyDecorators(
    member(
      options,
      { type: () => itemClass(), isArray: true, ...(minItems > 0 && { minItems }), maxItems },
      faults,
      undefined,
      size,
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
  { maxItems, ...options }: MemberOptions & Pick<ListOptions, 'maxItems'>,
): PropertyDecorator {
  const schema = { type: () => itemClass(), isArray: true as const };
  return describe(options, maxItems === undefined ? schema : { ...schema, maxItems });
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
  items: { type: string; format?: string },
  isFine: (value: unknown) => boolean,
  message: string,
  normalize: (value: unknown) => unknown = (value) => value,
): PropertyDecorator {
  const size = listSize(minItems, maxItems);
  const faults = (value: unknown): readonly Fault[] => {
    const whole = size(value);
    if (whole.length > 0) return whole;
    const seen = new Set<unknown>();
    return (value as unknown[]).flatMap((item, index) => {
      if (!isFine(item)) return [{ at: `[${index}]`, message }];
      if (seen.has(item)) return [{ at: `[${index}]`, message: 'must not be listed twice' }];
      seen.add(item);
      return [];
    });
  };
  return member(
    options,
    { type: 'array', ...(minItems > 0 && { minItems }), maxItems, uniqueItems: true, items },
    faults,
    // A list that is too long is refused for that, whatever is in it.
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
