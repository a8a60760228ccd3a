import type { Type } from '@nestjs/common';

/** What a GET shows of records, in a statement for many: $1 the organization, $2 their ids; it selects `id`. */
export interface RecordForm {
  readonly text: string;
  /** With what only a token with `rates:read` is shown. */
  readonly rated?: string;
  /** Takes in $3 and $4 the first and last day that each event names, and selects these and `entries`. */
  readonly isOfDays?: true;
  /** The class that describes a record, or one of the entries. */
  readonly response?: Type;
}

interface Selection {
  /** With its alias. */
  readonly table: string;
  readonly columns: string;
  readonly joins?: string;
}

const select = ({ table, columns, joins = '' }: Selection): string => {
  const alias = table.slice(table.indexOf(' ') + 1);
  return `SELECT ${columns} FROM ${table} ${joins} WHERE ${alias}.organization_id = $1 AND ${alias}.id = ANY ($2::uuid[])`;
};

export const recordForm = (selection: Selection, rated?: Selection): RecordForm => ({
  text: select(selection),
  ...(rated && { rated: select(rated) }),
});

const forms = new Map<string, RecordForm>();

/** @param records by the resource in the topics */
export function declareRecords(records: Readonly<Record<string, RecordForm>>): void {
  for (const [type, form] of Object.entries(records)) {
    if (forms.has(type)) throw new Error(`The records of "${type}" are declared twice.`);
    forms.set(type, form);
  }
}

export const declaredRecordForms = (): readonly RecordForm[] => [...forms.values()];

export const recordFormOf = (type: string): RecordForm | undefined => forms.get(type);
