import { readFileSync } from 'node:fs';

/** As much of a JSON schema as the bodies of requests have. */
export interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly example?: unknown;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

const file = new URL('../../contract/openapi.json', import.meta.url);
const document = JSON.parse(readFileSync(file, 'utf8')) as Document;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** Every operation of the committed description that takes a body, with what the body is. */
export const operationsWithBody = operations.flatMap(({ method, path, operation }) => {
  const schema = operation.requestBody?.content['application/json']?.schema;
  return schema ? [{ method, path, schema }] : [];
});

/** Every operation of it that reads, with the names of its query parameters. */
export const readingOperations = operations
  .filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/'))
  .map(({ path, operation: { parameters = [] } }) => ({
    path,
    parameters: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
  }));

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? schema);
}

/** The members of an object, or of each object of a list. */
export function membersOf(schema: Schema): Readonly<Record<string, Schema>> {
  const { items, properties, allOf = [], oneOf = [], anyOf = [] } = resolve(schema);
  if (items) return membersOf(items);
  return Object.assign({}, properties, ...[...allOf, ...oneOf, ...anyOf].map(membersOf)) as Record<
    string,
    Schema
  >;
}

/**
 * A body with every member, and as many items in every list as the description allows.
 * @param leafOf what stands where there is neither a list nor an object
 */
export function largestBody(schema: Schema, leafOf: (example: unknown) => unknown): unknown {
  const { items, maxItems, maxProperties, example } = resolve(schema);
  if (items) {
    if (maxItems === undefined) throw new Error(`A list has no maxItems: ${JSON.stringify(schema)}`);
    const first = Array.isArray(example) ? (example[0] as unknown) : undefined;
    const item = Object.keys(membersOf(items)).length > 0 ? items : { example: first, ...items };
    return Array.from({ length: maxItems }, () => largestBody(item, leafOf));
  }
  const members = Object.entries(membersOf(schema));
  if (maxProperties !== undefined) {
    const names = Array.from({ length: maxProperties }, (_, index) => `key ${index}`);
    return Object.fromEntries(names.map((name) => [name, leafOf(name)]));
  }
  if (members.length === 0) return leafOf(example);
  return Object.fromEntries(members.map(([name, member]) => [name, largestBody(member, leafOf)]));
}
