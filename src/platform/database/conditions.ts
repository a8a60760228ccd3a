import { nameKey } from '../values/index.js';

/** The WHERE of a statement, grown condition by condition; `?` stands for the value. */
export class Conditions {
  readonly parameters: unknown[] = [];
  private readonly parts: string[] = [];

  get text(): string {
    return this.parts.join(' AND ');
  }

  /** Adds the condition; one without a value (undefined) is left out, so that a filter that was not given filters nothing. */
  and(condition: string, value: unknown): this {
    if (value === undefined) return this;
    this.parameters.push(value);
    this.parts.push(`(${condition.replaceAll('?', `$${this.parameters.length}`)})`);
    return this;
  }

  /** Every word must occur in the column, which holds a name key; wildcards are ordinary characters. */
  andWords(column: string, terms: string | undefined): this {
    for (const word of nameKey(terms ?? '').split(/\s+/u)) {
      if (word !== '') this.and(`${column} LIKE ?`, `%${word.replace(/[\\%_]/g, '\\$&')}%`);
    }
    return this;
  }
}
