import type { ResourceName } from '../api/resources.js';
import type { Scale } from './scale.js';
import type { Template } from './template.js';

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
  /** Other steps refer to a record by it. */
  readonly key: Template;
  readonly match: readonly Match[];
  readonly members: Readonly<Record<string, MemberRule>>;
  /** All templates filled after cleaning the columns. */
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
  /** An identity for rows that have none: of the text, and which of several equal ones it is. */
  readonly isDigest: boolean;
  readonly templates: readonly PlacedTemplate[];
}

/** Takes `column` of the first row of another file whose `key` equals `from`. */
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
  /** Only set on creation. */
  readonly once: boolean;
  /** Lists and objects: remove what the mapping does not have. */
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
