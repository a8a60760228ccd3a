import { findFilter, type Filter } from './template-filters.js';

interface ColumnPart {
  readonly column: string;
  readonly filters: readonly Filter[];
}

/** Text with columns in braces, such as `{product} for {account|lower}`; `{{` is a literal brace. */
export interface Template {
  readonly source: string;
  readonly parts: readonly (string | ColumnPart)[];
  readonly columns: readonly string[];
}

export class TemplateFault extends Error {}

const pieces = /\{\{|\{([^{}]*)\}|[{}]/g;

/** @throws TemplateFault */
export function parseTemplate(source: string): Template {
  const parts: (string | ColumnPart)[] = [];
  let end = 0;
  for (const found of source.matchAll(pieces)) {
    parts.push(source.slice(end, found.index));
    end = found.index + found[0].length;
    if (found[0] === '{{') parts.push('{');
    else if (found[1] === undefined)
      throw new TemplateFault(`has a stray "${found[0]}" (write "{{" for a brace)`);
    else parts.push(parseColumn(found[1]));
  }
  parts.push(source.slice(end));
  const columns = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.column]));
  return { source, parts: parts.filter((part) => part !== ''), columns };
}

export function columnTemplate(column: string): Template {
  return { source: `{${column}}`, parts: [{ column, filters: [] }], columns: [column] };
}

function parseColumn(text: string): ColumnPart {
  const [column = '', ...filters] = text.split('|').map((piece) => piece.trim());
  if (column === '') throw new TemplateFault('has braces without a column name');
  return {
    column,
    filters: filters.map((filter) => {
      const [name = '', ...argument] = filter.split(':');
      const known = findFilter(name, argument.length > 0 ? argument.join(':') : undefined);
      if (!known) throw new TemplateFault(`uses the unknown filter "${name}"`);
      return known;
    }),
  };
}

/** Empty when all columns are: no `@example.com` without a name. */
export function fillTemplate(template: Template, columns: Readonly<Record<string, string>>): string {
  let anyFilled = template.columns.length === 0;
  const texts = template.parts.map((part) => {
    if (typeof part === 'string') return part;
    const text = part.filters.reduce((value, filter) => filter(value), columns[part.column] ?? '');
    anyFilled ||= text !== '';
    return text;
  });
  return anyFilled ? texts.join('').trim() : '';
}
