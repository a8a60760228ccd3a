import { readCalendarDate } from '../mapping/calendar-date.js';
import type { MemberRule, ReferenceValue, Value } from '../mapping/mapping.js';
import { applyScale, readDecimal, type Scale } from '../mapping/scale.js';
import { fillTemplate, type Template } from '../mapping/template.js';
import { RowRefusal } from './row-refusal.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Columns = Readonly<Record<string, string>>;

/** @throws RowRefusal when no earlier step made the record */
export type FindReference = (step: string, key: string) => string;

/** An empty value is null. @throws RowRefusal that names the member */
export function fillMembers(
  rules: Readonly<Record<string, MemberRule>>,
  columns: Columns,
  findReference: FindReference,
): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => {
      const value = named(name, () => fillValue(rule.value, columns, findReference));
      if (rule.required && value === null) throw new RowRefusal(`${name}: the export has no value for it`);
      return [name, value];
    }),
  );
}

function named<T>(name: string, fill: () => T): T {
  try {
    return fill();
  } catch (error) {
    throw error instanceof RowRefusal ? new RowRefusal(`${name}: ${error.message}`) : error;
  }
}

function fillValue(value: Value, columns: Columns, findReference: FindReference): Json {
  switch (value.kind) {
    case 'literal':
      return value.value;
    case 'object':
      return Object.fromEntries(
        Object.entries(value.members).map(([name, member]) => [
          name,
          named(name, () => fillValue(member, columns, findReference)),
        ]),
      );
    case 'list': {
      const items = value.items.map((item) => fillValue(item, columns, findReference));
      return items.filter((item) => item !== null);
    }
    case 'reference':
      return fillReference(value, columns, findReference);
    default:
      return readText(value, fillTemplate(value.template, columns));
  }
}

export function fillReference(
  value: ReferenceValue,
  columns: Columns,
  findReference: FindReference,
): string | null {
  const key = fillTemplate(value.key, columns);
  return key === '' ? null : findReference(value.step, key);
}

type TextValue = Extract<Value, { readonly template: Template }>;

function readText(value: TextValue, text: string): Json {
  if (text === '') return null;
  switch (value.kind) {
    case 'text':
      return text;
    case 'number':
      return readNumber(text, value.scale);
    case 'money':
      // Money has two decimals unless the mapping says otherwise.
      return {
        currency_code: value.currency,
        amount: readNumber(text, { ...value.scale, decimals: value.scale.decimals ?? 2 }),
      };
    case 'boolean':
      return readBoolean(text);
    case 'date': {
      const date = readCalendarDate(text, value.format);
      if (date === undefined) throw new RowRefusal(`"${text}" is not a date (${value.format})`);
      return date;
    }
  }
}

function readNumber(text: string, scale: Scale): number {
  const number = readDecimal(text);
  if (!number) throw new RowRefusal(`"${text}" is not a number`);
  return applyScale(number, scale);
}

function readBoolean(text: string): boolean {
  if (/^(true|yes|y|1)$/i.test(text)) return true;
  if (/^(false|no|n|0)$/i.test(text)) return false;
  throw new RowRefusal(`"${text}" is neither yes nor no`);
}
