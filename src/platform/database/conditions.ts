import { nameKey } from '../values/index.js';

interface Start {
  readonly text: string;
  readonly placeholder: string;
}

/** The WHERE of a statement. `?` is the placeholder of the value; a condition whose value is undefined is left out. */
export class Conditions {
  readonly parameters: unknown[] = [];
  private readonly parts: string[] = [];
  private starts: Start[] = [];

  get text(): string {
    return [...this.parts, ...this.starts.map(({ text }) => text)].join(' AND ');
  }

  get textWithoutStart(): string {
    return this.parts.join(' AND ');
  }

  /** For a list that begins behind a position. PostgreSQL refuses parameters that a statement does not use. */
  get textPastStart(): string {
    const unused = this.starts.map(({ placeholder }) => `${placeholder}::text IS NOT NULL`);
    return [...this.parts, ...unused].join(' AND ');
  }

  /** The placeholder of a value, for use more than once or outside the WHERE. */
  bind(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  and(condition: string, value: unknown): this {
    if (value !== undefined) this.parts.push(this.bound(condition, value));
    return this;
  }

  /** Like `and`, for where the list starts: by the first column of its order. */
  andStart(condition: string, value: unknown): this {
    if (value === undefined) return this;
    const placeholder = this.bind(value);
    this.starts.push({ text: `(${condition.replaceAll('?', placeholder)})`, placeholder });
    return this;
  }

  /** The list gets another order, so what began it is a condition like the others. */
  settleStart(): this {
    this.parts.push(...this.starts.map(({ text }) => text));
    this.starts = [];
    return this;
  }

  /** Like `and`, for each word of a search: `?` is a pattern for LIKE that finds it in a name key, as it is written. */
  andWords(condition: string, terms: string | undefined): this {
    for (const word of nameKey(terms ?? '').split(/\s+/u)) {
      if (word !== '') this.and(condition, `%${word.replace(/[\\%_]/g, '\\$&')}%`);
    }
    return this;
  }

  private bound(condition: string, value: unknown): string {
    return `(${condition.replaceAll('?', this.bind(value))})`;
  }
}
