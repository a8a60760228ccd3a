import { escapeIdentifier } from 'pg';

export const FORMAT = 'planning-delivery-api backup';
export const FORMAT_VERSION = 1;

export interface Named {
  /** null: the program's schema. */
  readonly schema: string | null;
  readonly name: string;
}

export interface TableShape extends Named {
  /** Without generated columns. */
  readonly columns: readonly string[];
}

export interface PartitionShape extends Named {
  readonly parent: Named;
  /** Such as `FOR VALUES FROM ('1') TO ('1000')`. */
  readonly bound: string;
}

export interface SequenceState extends Named {
  readonly value: string;
  readonly is_called: boolean;
}

export interface Header {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly program: string;
  /** ISO 8601, of the snapshot. */
  readonly created_at: string;
  readonly postgresql: string;
  readonly migrations: readonly string[];
  readonly tables: readonly TableShape[];
  readonly partitions: readonly PartitionShape[];
  readonly sequences: readonly SequenceState[];
  /** Of the keys that encrypt webhook secrets: at most one. */
  readonly key_fingerprints: readonly string[];
  readonly key: string | null;
}

export interface Footer {
  readonly rows: readonly number[];
  /** Of all bytes before this line, in hex. */
  readonly sha256: string;
}

export const quoted = ({ schema, name }: Named): string =>
  schema === null ? escapeIdentifier(name) : `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

export const columnList = ({ columns }: TableShape): string => columns.map(escapeIdentifier).join(', ');
