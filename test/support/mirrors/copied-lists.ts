import sqlite from 'node-sqlite3-wasm';
import { ApiClient, type ApiResponse } from '../../../src/testing/api-client.js';
import { ApiDescription } from '../requests/api-description.js';
import { listsOf, type Item, type ListPage } from '../requests/whole-lists.js';

/** By the name of its table, what each list holds, in the order of ids. */
export type CopiedLists = Readonly<Record<string, readonly Item[]>>;

type Members = Readonly<Record<string, { readonly 'x-derived'?: true }>>;

const ofAdministration = ['/v1/users', '/v1/access-tokens', '/v1/webhook-subscribers'];
// Where they are is told of their role.
const placesOfPlannedTime = ['project_id', 'project_offering_id'];

const keyOf = (item: Item): string =>
  (item.id as string | undefined) ?? `${item.project_offering_role_id as string} ${item.plan_date as string}`;

const inOrder = (items: readonly Item[]): Item[] =>
  [...items].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

const tableOf = (path: string): string => path.replace('/v1/', '').replaceAll('-', '_');

/** What the API answers now: every list whose path names no parent, read by cursor, without what follows other records. */
export async function listsOfApi(url: string, token: string): Promise<CopiedLists> {
  const api = new ApiClient(url, token);
  const description = await ApiDescription.of(url);
  const lists = listsOf(description).filter(
    ({ path }) => !path.includes('{') && !ofAdministration.includes(path),
  );
  const { body: organization } = await api.get<Item>('/v1/organization');
  const found: Record<string, readonly Item[]> = { organization: [organization] };
  for (const { path } of lists) {
    const followers = [
      ...derivedMembers(description, path),
      ...(path.endsWith('planned-time') ? placesOfPlannedTime : []),
    ];
    const items: Item[] = [];
    for (let cursor: string | null | undefined = 'start'; cursor;) {
      const { status, body }: ApiResponse<ListPage> = await api.get<ListPage>(
        `${path}?pageSize=500&cursor=${cursor}`,
      );
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
      items.push(...body.results);
      cursor = body.next_cursor;
    }
    found[tableOf(path)] = inOrder(items.map((item) => without(item, followers)));
  }
  return found;
}

/** What a file holds whose mirror has ended. */
export function listsOfMirror(file: string): CopiedLists {
  const database = new sqlite.Database(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    const tables = database.all(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'mirror'`);
    return Object.fromEntries(
      tables.map(({ name }) => {
        const rows = database.all(`SELECT record FROM ${name as string}`) as { record: string }[];
        return [name as string, inOrder(rows.map(({ record }) => JSON.parse(record) as Item))];
      }),
    );
  } finally {
    database.close();
  }
}

/** The names of tags follow too, but are kept. */
function derivedMembers({ document }: ApiDescription, path: string): string[] {
  type Schema = { properties?: Record<string, { items?: { $ref: string } }> };
  const schemas = document.components.schemas as Record<string, Schema>;
  const of = (reference: unknown): Schema => schemas[String(reference).split('/').at(-1) ?? ''] ?? {};
  const page = document.paths[path]?.get?.responses['200']?.content?.['application/json']?.schema.$ref;
  const item = of(of(page).properties?.results?.items?.$ref).properties as Members | undefined;
  return Object.entries(item ?? {}).flatMap(([name, schema]) =>
    schema['x-derived'] && name !== 'tags' ? [name] : [],
  );
}

const without = (item: Item, members: readonly string[]): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !members.includes(name)));
