import type { Lookup, Mapping } from '../mapping/mapping.js';
import { readCsvRows, type CsvFile } from './csv-rows.js';

/** In memory: for lists such as products, not for the deals themselves. */
export class LookupTables {
  private readonly tables = new Map<string, ReadonlyMap<string, string>>();

  static async load(mapping: Mapping, folder: string): Promise<LookupTables> {
    const tables = new LookupTables();
    for (const step of mapping.steps) {
      for (const { lookup } of step.columns) {
        if (lookup) await tables.add(lookup, { ...step.source, folder, file: lookup.file });
      }
    }
    return tables;
  }

  find(lookup: Lookup, key: string): string {
    return this.tables.get(nameOf(lookup))?.get(key) ?? '';
  }

  private async add(lookup: Lookup, source: CsvFile): Promise<void> {
    if (this.tables.has(nameOf(lookup))) return;
    const table = new Map<string, string>();
    let header: readonly string[] | undefined;
    for await (const { cells } of readCsvRows(source)) {
      header ??= cells;
      const key = cells[header.indexOf(lookup.key)] ?? '';
      const value = cells[header.indexOf(lookup.column)] ?? '';
      // A row without the value is skipped; a later one may have it.
      if (cells !== header && value !== '' && !table.has(key)) table.set(key, value);
    }
    this.tables.set(nameOf(lookup), table);
  }
}

function nameOf(lookup: Lookup): string {
  return JSON.stringify([lookup.file, lookup.key, lookup.column]);
}
