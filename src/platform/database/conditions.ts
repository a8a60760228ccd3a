import { nameKey } from '../values/index.js';

/** The WHERE of a statement. `?` is the placeholder of the value; a condition whose value is undefined is left out. */
export class Conditions {
  readonly parameters: unknown[] = [];
  private readonly parts: string[] = [];
  private readonly starts: string[] = [];

  get text(): string {
    return [...this.parts, ...this.starts].join(' AND ');
  }

  get textWithoutStart(): string {
    return this.parts.join(' AND ');
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
    if (value !== undefined) this.starts.push(this.bound(condition, value));
    return this;
  }

  /** Every word must occur in the column of name keys; LIKE wildcards are ordinary characters. */
  andWords(column: string, terms: string | undefined): this {
    for (const word of nameKey(terms ?? '').split(/\s+/u)) {
      if (word !== '') this.and(`${column} LIKE ?`, `%${word.replace(/[\\%_]/g, '\\$&')}%`);
    }
    return this;
  }

  private bound(condition: string, value: unknown): string {
    return `(${condition.replaceAll('?', this.bind(value))})`;
  }
}
