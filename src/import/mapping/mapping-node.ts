import type Big from 'big.js';
import type { MappingPath, PlacedTemplate } from './mapping.js';
import { readDecimal } from './scale.js';
import { parseTemplate, TemplateFault, type Template } from './template.js';

export interface MappingFault {
  readonly path: MappingPath;
  readonly message: string;
}

/** Collects all faults, to show them at once. */
export interface MappingReading {
  readonly faults: MappingFault[];
  readonly lineOf: (path: MappingPath) => number;
}

const nothing = parseTemplate('');
const digitsOfNumbers = 15;

/** A node of the mapping file. An invalid value is recorded as a fault and read as empty. */
export class MappingNode {
  constructor(
    readonly value: unknown,
    readonly path: MappingPath,
    readonly reading: MappingReading,
    private readonly templates: PlacedTemplate[] = [],
  ) {}

  get isGiven(): boolean {
    return this.value !== undefined;
  }

  get placedTemplates(): readonly PlacedTemplate[] {
    return this.templates;
  }

  get line(): number {
    return this.reading.lineOf(this.path);
  }

  fault(message: string): void {
    this.reading.faults.push({ path: this.path, message });
  }

  child(key: string | number): MappingNode {
    const inside = typeof this.value === 'object' && this.value !== null && Object.hasOwn(this.value, key);
    const value = inside ? (this.value as Record<string | number, unknown>)[key] : undefined;
    return new MappingNode(value, [...this.path, key], this.reading, this.templates);
  }

  /** Collects its templates separately. */
  apart(): MappingNode {
    return new MappingNode(this.value, this.path, this.reading, []);
  }

  knows(...keys: readonly string[]): this {
    for (const [key, child] of this.entries()) {
      if (!keys.includes(key)) child.fault(`is not known here (known: ${keys.join(', ')})`);
    }
    return this;
  }

  entries(): [string, MappingNode][] {
    if (!this.isGiven) return [];
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value)) {
      this.fault('must be a block of "key: value" lines');
      return [];
    }
    return Object.keys(this.value).map((key) => [key, this.child(key)]);
  }

  items(): MappingNode[] {
    if (!this.isGiven) return [];
    if (Array.isArray(this.value)) return this.value.map((_item, index) => this.child(index));
    this.fault('must be a list');
    return [];
  }

  text(fallback?: string): string {
    if (!this.isGiven && fallback !== undefined) return fallback;
    if (typeof this.value === 'string' && this.value !== '') return this.value;
    this.fault(this.isGiven ? 'must be text' : 'is missing');
    return '';
  }

  number(): number | undefined {
    if (!this.isGiven || typeof this.value === 'number') return this.value as number | undefined;
    this.fault('must be a number');
    return undefined;
  }

  /** Exact; in quotes beyond the precision of a YAML number. */
  decimal(): Big | undefined {
    if (!this.isGiven) return undefined;
    const decimal = readDecimal(String(this.value));
    if (!decimal) this.fault('must be a number');
    else if (typeof this.value === 'number' && decimal.c.length > digitsOfNumbers)
      this.fault(`has more than ${digitsOfNumbers} digits: write it in quotes`);
    return decimal;
  }

  flag(): boolean {
    if (this.isGiven && typeof this.value !== 'boolean') this.fault('must be true or false');
    return this.value === true;
  }

  template(): Template {
    const source = typeof this.value === 'number' ? String(this.value) : this.text();
    try {
      const template = parseTemplate(source);
      this.templates.push({ template, path: this.path });
      return template;
    } catch (error) {
      if (!(error instanceof TemplateFault)) throw error;
      this.fault(error.message);
      return nothing;
    }
  }

  optionalTemplate(): Template | undefined {
    return this.isGiven ? this.template() : undefined;
  }
}
