import { escapeIdentifier } from 'pg';

export const FORMAT = 'planning-delivery-api backup';
export const FORMAT_VERSION = 1;

export interface Named {
  /** Null: the schema that the program uses. */
  readonly schema: string | null;
  readonly name: string;
}

/** A table of which rows are in a backup. */
export interface TableShape extends Named {
  /** Without those that PostgreSQL computes. */
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

/** The first line of a backup says what it is. */
export interface Header {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Version of the program that made it. */
  readonly program: string;
  /** Instant of the snapshot, ISO 8601. */
  readonly created_at: string;
  readonly postgresql: string;
  /** Names of the migrations that the database had. */
  readonly migrations: readonly string[];
  readonly tables: readonly TableShape[];
  readonly partitions: readonly PartitionShape[];
  readonly sequences: readonly SequenceState[];
  /** Of the keys with which secrets of webhooks are encrypted in it: none, or one. */
  readonly key_fingerprints: readonly string[];
  /** The key itself in base64, where it was asked for. */
  readonly key: string | null;
}

/** The last line tells a whole backup from one that was cut or changed. */
export interface Footer {
  /** Of each table, in the order of the header. */
  readonly rows: readonly number[];
  /** Of all bytes before this line, in hexadecimal digits. */
  readonly sha256: string;
}

/** As a statement names it. */
export const quoted = ({ schema, name }: Named): string =>
  schema === null ? escapeIdentifier(name) : `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

export const columnList = ({ columns }: TableShape): string => columns.map(escapeIdentifier).join(', ');
