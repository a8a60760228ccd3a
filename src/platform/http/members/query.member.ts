import { isCalendarDate, isStorableText } from '../../values/index.js';
import { choiceFault, choiceSchema, isChoiceOf, type Choices } from './choices.js';
import { check, member, withExampleId, type Faults, type IdOptions, type MemberOptions } from './member.js';
import { idFaults, idForm, queriedId } from './id.member.js';
import { listedKindOf } from './listed-kinds.js';
import { DATE_FAULT, dateSchema, INSTANT_FAULT, instantSchema, isInstant } from './value.member.js';

interface QueryOptions extends Pick<MemberOptions, 'description' | 'example'> {
  readonly default?: unknown;
}

const asWholeNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;

const asFlag = (value: unknown): unknown => (value === 'true' ? true : value === 'false' ? false : value);

const asList = (value: unknown): unknown => (value === undefined || Array.isArray(value) ? value : [value]);

const asWords = (value: unknown): unknown => {
  const list = asList(value);
  if (!Array.isArray(list)) return list;
  return list.flatMap((item: unknown) => (typeof item === 'string' ? item.split(',') : [item]));
};

/** A repeated parameter arrives as a list. */
const once =
  (faults: Faults): Faults =>
  (value) =>
    Array.isArray(value) ? [{ at: '', message: 'must be given once' }] : faults(value);

export function IntegerQuery(minimum: number, maximum: number, options: QueryOptions): PropertyDecorator {
  const isFine = (value: unknown): boolean =>
    typeof value === 'number' && value >= minimum && value <= maximum;
  return member(
    { ...options, optional: true },
    { type: 'integer', minimum, maximum },
    once(check(isFine, `must be a whole number from ${minimum} to ${maximum}`)),
    asWholeNumber,
  );
}

export function FlagQuery(options: QueryOptions): PropertyDecorator {
  const faults = once(check((value) => typeof value === 'boolean', 'must be true or false'));
  return member({ ...options, optional: true }, { type: 'boolean' }, faults, asFlag);
}

export function IdQuery(options: Pick<IdOptions, 'of' | 'description'>): PropertyDecorator {
  const { of } = options;
  const faults = once((value) => idFaults(of, value));
  return member({ ...withExampleId(options), optional: true }, queriedId(of), faults, idForm, {
    kindOf: () => of,
  });
}

export const MAX_IDS = 100;

/** Repeatable: any of the given ids, or references to what the list has. */
export function IdsQuery(options: Pick<MemberOptions, 'description' | 'example'>): PropertyDecorator {
  const size = check(
    (value) => Array.isArray(value) && value.length <= MAX_IDS,
    `must be up to ${MAX_IDS} ids; repeat the parameter for several`,
  );
  const faults: Faults = (value, query = {}) => {
    const whole = size(value);
    if (whole.length > 0) return whole;
    const kind = listedKindOf(query);
    return (value as unknown[]).flatMap((item, index) =>
      idFaults(kind, item).map(({ message }) => ({ at: `[${index}]`, message })),
    );
  };
  return member(
    { ...options, optional: true },
    { type: 'array', maxItems: MAX_IDS, items: { type: 'string', format: 'uuid' } },
    faults,
    (value) => (asList(value) as unknown[] | undefined)?.map(idForm),
    { kindOf: listedKindOf },
  );
}

export function DateQuery(options: QueryOptions): PropertyDecorator {
  return member({ ...options, optional: true }, dateSchema, once(check(isCalendarDate, DATE_FAULT)));
}

/** ISO 8601 with any offset, of which PostgreSQL knows fewer. Becomes UTC with milliseconds. */
export function InstantQuery(options: QueryOptions): PropertyDecorator {
  const faults = once(check(isInstant, INSTANT_FAULT));
  return member({ ...options, optional: true }, instantSchema, faults, (value) =>
    isInstant(value) ? new Date(value as string).toISOString() : value,
  );
}

export function TextQuery({
  maxLength = 255,
  ...options
}: QueryOptions & { readonly maxLength?: number }): PropertyDecorator {
  const isFine = (value: unknown): boolean => isStorableText(value) && value.length <= maxLength;
  const faults = once(check(isFine, `must be text of at most ${maxLength} characters`));
  return member({ ...options, optional: true }, { type: 'string', maxLength }, faults);
}

export function ChoiceQuery(choices: Choices, options: QueryOptions): PropertyDecorator {
  const faults = once(check(isChoiceOf(choices), choiceFault(choices)));
  return member({ ...options, optional: true }, choiceSchema(choices), faults);
}

/** Repeatable, or with commas between the words: any of them. */
export function ChoicesQuery(
  choices: Choices,
  { maxItems, ...options }: QueryOptions & { readonly maxItems?: number },
): PropertyDecorator {
  const isFine = (value: unknown): boolean =>
    Array.isArray(value) && value.length <= (maxItems ?? Infinity) && value.every(isChoiceOf(choices));
  const fault = choiceFault(choices);
  const several = maxItems === undefined ? 'several' : `up to ${maxItems}`;
  return member(
    { ...options, optional: true },
    { type: 'array', items: choiceSchema(choices), ...(maxItems !== undefined && { maxItems }) },
    check(isFine, () => `${fault()}; repeat the parameter for ${several}`),
    asWords,
  );
}

/** Repeatable: every one of the given names. */
export function NamesQuery(options: QueryOptions): PropertyDecorator {
  const isFine = (value: unknown): boolean =>
    Array.isArray(value) &&
    value.length <= 20 &&
    value.every((item) => isStorableText(item) && item.length <= 255);
  return member(
    { ...options, optional: true },
    { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 255 } },
    check(isFine, 'must be up to 20 names; repeat the parameter for several'),
    asList,
  );
}
