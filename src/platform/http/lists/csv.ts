import type { Choice } from './chosen-members.js';
import type { ItemMembers } from './item-members.js';

const LINE_END = '\r\n';
const needsQuotes = /[",\r\n]/;
// A spreadsheet takes text that begins so for a formula.
const isFormula = /^[=+\-@\t\r]/;

type Column = readonly string[];

export class Csv {
  private readonly columns: readonly Column[];

  constructor(items: ItemMembers, choice: Choice | undefined) {
    this.columns = columnsOf(items, choice ?? 'all');
  }

  get header(): string {
    return this.columns.map((column) => cell(column.join('.'))).join(',') + LINE_END;
  }

  lines(rows: readonly unknown[]): string {
    let lines = '';
    for (const row of rows) {
      lines += this.columns.map((column) => cell(valueAt(row, column))).join(',') + LINE_END;
    }
    return lines;
  }
}

function columnsOf(items: ItemMembers, choice: Choice | 'all', place: Column = []): Column[] {
  const names = choice === 'all' ? items.keys() : choice.keys();
  return [...names].flatMap((name) => {
    const member = items.get(name);
    const column = [...place, name];
    const isObject = member && !member.isList && member.members !== undefined && member.members !== 'any';
    if (!isObject) return [column];
    const within = choice === 'all' ? 'all' : (choice.get(name) ?? 'all');
    return columnsOf(member.members, within, column);
  });
}

function valueAt(row: unknown, column: Column): unknown {
  let value = row;
  for (const name of column) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return quoted(JSON.stringify(value));
  if (value === '') return '""';
  return quoted(isFormula.test(value) ? `'${value}` : value);
}

const quoted = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
