import { ImportFault } from '../import-fault.js';
import type { ApiClient } from './api.client.js';
import { ApiRefusal } from './api.errors.js';

export interface ApiRecord {
  readonly id: string;
  readonly crm_identifiers?: readonly {
    readonly system: string;
    readonly identifier: string;
    readonly url?: string | null;
  }[];
  readonly [member: string]: unknown;
}

const pageSize = 500;

export async function* listAll(
  client: ApiClient,
  path: string,
  filters: Readonly<Record<string, string>> = {},
): AsyncGenerator<ApiRecord> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = new URLSearchParams({ ...filters, page: String(page), pageSize: String(pageSize) });
    const body = await client.send('GET', `${path}?${query.toString()}`).catch((error: unknown) => {
      // Without the list nothing can be matched, so this is no refusal of one row.
      if (error instanceof ApiRefusal) throw new ImportFault(`GET ${path} failed: ${error.message}`);
      throw error;
    });
    const list = body as { results?: ApiRecord[]; total_pages?: number } | undefined;
    if (!Array.isArray(list?.results) || typeof list.total_pages !== 'number') {
      throw new ImportFault(`GET ${path} did not return a list: is --url the address of the planning API?`);
    }
    yield* list.results;
    pages = list.total_pages;
  }
}
