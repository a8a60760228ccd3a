import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import { resourceOfTopic } from '../../../platform/events/index.js';
import { recordFormOf } from '../../../platform/resources/index.js';
import type { ChangeRow } from './change.repository.js';

interface Found {
  readonly id: string;
  readonly start_date?: string;
  readonly end_date?: string;
  readonly entries?: readonly object[];
}

const typeOf = ({ topic }: ChangeRow): string => resourceOfTopic(topic);

const keyOf = (type: string, id: string | null, start: string | null, end: string | null): string =>
  `${type} ${id} ${start} ${end}`;

/** Finds the record of a change; null: it is gone, or no GET shows its kind. */
export type FoundRecords = (row: ChangeRow) => object | null;

@Injectable()
export class RecordRepository {
  constructor(private readonly database: Database) {}

  /** One statement for each kind. */
  async of(organizationId: string, rows: readonly ChangeRow[], mayReadRates: boolean): Promise<FoundRecords> {
    const records = new Map<string, object>();
    const kinds = [...new Set(rows.map(typeOf))];
    await Promise.all(
      kinds.map(async (type) => {
        const form = recordFormOf(type);
        if (!form) return;
        const named = rows.filter((row) => typeOf(row) === type);
        const ids = named.map(({ resource_id }) => resource_id);
        const days = [named.map(({ start_date }) => start_date), named.map(({ end_date }) => end_date)];
        const text = mayReadRates ? (form.rated ?? form.text) : form.text;
        const parameters = form.isOfDays ? [organizationId, ids, ...days] : [organizationId, ids];
        for (const record of await this.database.rows<Found>(text, parameters)) {
          const { id, start_date: start = null, end_date: end = null, entries } = record;
          if (form.isOfDays) records.set(keyOf(type, id, start, end), entries ?? []);
          else records.set(keyOf(type, id, null, null), record);
        }
      }),
    );
    return (row) => {
      const { resource_id: id, start_date, end_date } = row;
      const isOfDays = recordFormOf(typeOf(row))?.isOfDays === true;
      const [start, end] = isOfDays ? [start_date, end_date] : [null, null];
      return records.get(keyOf(typeOf(row), id, start, end)) ?? null;
    };
  }
}
