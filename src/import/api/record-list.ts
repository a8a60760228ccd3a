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

export interface ListRequest {
  readonly path: string;
  readonly fields: readonly string[];
  readonly filters?: Readonly<Record<string, string>>;
}

interface Page {
  readonly results: readonly ApiRecord[];
  readonly next_cursor: string | null;
}

const pageSize = '500';
const referencesAtATime = 100;
// Servers take about 16 KiB of path and headers.
const longestQuery = 6000;

/** By cursor: what is created or removed meanwhile moves nothing to another page. */
export async function* listAll(
  client: ApiClient,
  request: ListRequest,
  references: readonly string[] = [],
): AsyncGenerator<ApiRecord> {
  for (let cursor: string | null = 'start'; cursor !== null;) {
    const page: Page = await readPage(client, request, references, cursor);
    yield* page.results;
    cursor = page.next_cursor;
  }
}

/** Of those that are there. */
export async function* listByReference(
  client: ApiClient,
  request: ListRequest,
  references: readonly string[],
): AsyncGenerator<ApiRecord> {
  for (const group of groupsOf([...new Set(references)])) {
    try {
      yield* listAll(client, request, group);
    } catch (error) {
      const others = othersThanRefused(group, error);
      if (!others) throw error;
      yield* listByReference(client, request, others);
    }
  }
}

/** What is no reference, such as one that is too long, leads to nothing. */
function othersThanRefused(references: readonly string[], error: unknown): string[] | undefined {
  const { cause } = error as ImportFault;
  const places = cause instanceof ApiRefusal ? cause.places : [];
  const others = references.filter((_, index) => !places.includes(`id[${index}]`));
  return others.length < references.length ? others : undefined;
}

async function readPage(
  client: ApiClient,
  { path, fields, filters = {} }: ListRequest,
  references: readonly string[],
  cursor: string,
): Promise<Page> {
  const query = new URLSearchParams({ ...filters, cursor, pageSize, fields: fields.join(',') });
  for (const reference of references) query.append('id', reference);
  const body = await client.send('GET', `${path}?${query.toString()}`).catch((error: unknown) => {
    // Without the list nothing can be matched, so this is no refusal of one row.
    if (error instanceof ApiRefusal) {
      throw new ImportFault(`GET ${path} failed: ${error.message}`, { cause: error });
    }
    throw error;
  });
  const page = body as Partial<Page> | undefined;
  if (!Array.isArray(page?.results) || page.next_cursor === undefined) {
    throw new ImportFault(`GET ${path} did not return a list: is --url the address of the planning API?`);
  }
  return page as Page;
}

function groupsOf(references: readonly string[]): string[][] {
  const groups: string[][] = [];
  let length = Infinity;
  for (const reference of references) {
    length += encodeURIComponent(reference).length + '&id='.length;
    const last = groups.at(-1);
    if (last && last.length < referencesAtATime && length <= longestQuery) last.push(reference);
    else {
      groups.push([reference]);
      length = encodeURIComponent(reference).length;
    }
  }
  return groups;
}
