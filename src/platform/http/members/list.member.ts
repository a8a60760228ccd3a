import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { exampleId, isTextOf, NIL_ID } from '../../values/index.js';
import { choiceFault, choiceSchema, isChoiceOf, type Choices } from './choices.js';
import {
  check,
  describe,
  member,
  type Fault,
  type Faults,
  type IdOptions,
  type MemberCheck,
  type MemberOptions,
} from './member.js';
import { idFault, idForm, sentId } from './id.member.js';
import { textOf, trimmed } from './text.member.js';

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
  const fault = (item: unknown): string => idFault(of, item);
  return valueList(listed, sentId(of), fault, idForm, { kindOf: () => of, checkItems: repeatedIds });
}

/** Each name at most once. */
export function NameListMember(options: ListOptions): PropertyDecorator {
  const fault = (value: unknown): string =>
    isTextOf(value, 1, 255) ? '' : 'must be text of 1 to 255 characters';
  return valueList(options, { type: 'string', ...textOf(1, 255) }, fault, trimmed);
}

export function PropertyListMember(options: ListOptions): PropertyDecorator {
  const fault = (value: unknown): string =>
    typeof value === 'string' && PROPERTY.test(value)
      ? ''
      : 'must be the name of a member, such as client_id';
  return valueList(options, { type: 'string', pattern: PROPERTY.source, maxLength: 64 }, fault);
}

/** Each word at most once. */
export function ChoiceListMember(choices: Choices, options: ListOptions): PropertyDecorator {
  const isChoice = isChoiceOf(choices);
  const message = choiceFault(choices);
  return valueList(options, choiceSchema(choices), (value) => (isChoice(value) ? '' : message()));
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
      {
        checkItems: (items) => [
          ...nestedLists(items),
          ...(distinctBy.length > 0 ? repeatedItems(items, distinctBy) : []),
        ],
      },
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
    if (!parts.every((part) => typeof part === 'string' && part !== NIL_ID)) return;
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
  faultOf: (value: unknown) => string,
  normalize: (value: unknown) => unknown = (value) => value,
  more: Pick<MemberCheck, 'kindOf' | 'checkItems'> = {},
): PropertyDecorator {
  const size = listSize(minItems, maxItems);
  const faults = (value: unknown): readonly Fault[] => {
    const whole = size(value);
    if (whole.length > 0) return whole;
    return itemFaults(value as unknown[], faultOf);
  };
  return member(
    options,
    { type: 'array', ...(minItems > 0 && { minItems }), maxItems, uniqueItems: true, items },
    faults,
    (value) => (isListUpTo(value, maxItems) ? value.map(normalize) : value),
    more,
  );
}

function itemFaults(list: readonly unknown[], faultOf: (item: unknown) => string): Fault[] {
  const seen = new Set<unknown>();
  return list.flatMap((item, index) => {
    const wrong = faultOf(item);
    const message = wrong === '' && seen.has(item) ? 'must not be listed twice' : wrong;
    if (item !== NIL_ID) seen.add(item);
    return message === '' ? [] : [{ at: `[${index}]`, message }];
  });
}

const repeatedIds = (list: readonly unknown[]): Fault[] => itemFaults(list, () => '');

const isListUpTo = (value: unknown, maxItems: number): value is unknown[] =>
  Array.isArray(value) && value.length <= maxItems;

function listSize(minItems: number, maxItems: number): Faults {
  const range = minItems > 0 ? `${minItems} to ${maxItems}` : `at most ${maxItems}`;
  const isFine = (value: unknown): boolean => isListUpTo(value, maxItems) && value.length >= minItems;
  return check(isFine, `must be a list of ${range} items`);
}
