import { nameKey } from '../values/index.js';

/** The WHERE of a statement, grown condition by condition; `?` stands for the value. */
export class Conditions {
  readonly parameters: unknown[] = [];
  private readonly parts: string[] = [];
  private readonly starts: string[] = [];

  get text(): string {
    return [...this.parts, ...this.starts].join(' AND ');
  }

  /** Without where the list starts, for whoever says of a later row that it starts there. */
  get textWithoutStart(): string {
    return this.parts.join(' AND ');
  }

  /** The place of a value in the statement, for what needs it more than once or outside the WHERE. */
  bind(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  /** Adds the condition; one without a value (undefined) is left out, so that a filter that was not given filters nothing. */
  and(condition: string, value: unknown): this {
    if (value !== undefined) this.parts.push(this.bound(condition, value));
    return this;
  }

  /** As `and`, of the first column that the list is ordered by: rows before this one are none of it. */
  andStart(condition: string, value: unknown): this {
    if (value !== undefined) this.starts.push(this.bound(condition, value));
    return this;
  }

  /** Every word must occur in the column, which holds a name key; wildcards are ordinary characters. */
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
