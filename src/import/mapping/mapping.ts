import type { ResourceName } from '../api/resources.js';
import type { Scale } from './scale.js';
import type { Template } from './template.js';

/** What a mapping file says, read and checked. */
export interface Mapping {
  readonly file: string;
  readonly name: string;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly name: string;
  readonly resource: ResourceName;
  readonly parent: ReferenceValue | undefined;
  readonly source: Source;
  readonly columns: readonly ColumnRule[];
  readonly distinct: Template | undefined;
  readonly skipWhenEmpty: Template | undefined;
  /** The name under which other steps refer to a record of this one. */
  readonly key: Template;
  readonly match: readonly Match[];
  readonly members: Readonly<Record<string, MemberRule>>;
  /** Every template that is filled after the columns were cleaned, with its place for a fault. */
  readonly templates: readonly PlacedTemplate[];
}

export interface Source {
  readonly file: string | undefined;
  readonly delimiter: string;
  readonly encoding: BufferEncoding;
  readonly records: readonly InlineRecord[];
  readonly path: MappingPath;
}

export interface InlineRecord {
  readonly line: number;
  readonly columns: Readonly<Record<string, string>>;
}

export interface ColumnRule {
  readonly name: string;
  readonly from: Template;
  readonly lookup: Lookup | undefined;
  readonly values: ReadonlyMap<string, string>;
  readonly whenEmpty: Template | undefined;
  readonly templates: readonly PlacedTemplate[];
}

/** Takes `column` of the first row of another file whose `key` column equals the filled `from`. */
export interface Lookup {
  readonly file: string;
  readonly key: string;
  readonly column: string;
  readonly path: MappingPath;
}

export type Match =
  | {
      readonly kind: 'crm_identifier';
      readonly system: string;
      readonly identifier: Template;
      readonly url: Template | undefined;
    }
  | { readonly kind: 'member'; readonly member: string };

export interface MemberRule {
  readonly value: Value;
  readonly required: boolean;
  /** Set when the record is created and left alone afterwards. */
  readonly once: boolean;
  /** Lists and objects: drop what the record has beyond the mapping's entries. */
  readonly replace: boolean;
}

export type Value =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'text' | 'boolean'; readonly template: Template }
  | { readonly kind: 'number'; readonly template: Template; readonly scale: Scale }
  | { readonly kind: 'money'; readonly template: Template; readonly scale: Scale; readonly currency: string }
  | { readonly kind: 'date'; readonly template: Template; readonly format: string }
  | ReferenceValue
  | { readonly kind: 'object'; readonly members: Readonly<Record<string, Value>> }
  | { readonly kind: 'list'; readonly items: readonly Value[] };

export interface ReferenceValue {
  readonly kind: 'reference';
  readonly step: string;
  readonly key: Template;
}

export type MappingPath = readonly (string | number)[];

export interface PlacedTemplate {
  readonly template: Template;
  readonly path: MappingPath;
}
