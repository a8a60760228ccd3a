import type { OpenAPIObject } from '@nestjs/swagger';

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly string[];
  maxLength?: number;
  pattern?: string;
  description?: string;
  required?: readonly string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  default?: unknown;
  example?: unknown;
  [extension: `x-${string}`]: unknown;
}

export interface Parameter {
  readonly in: string;
  readonly name: string;
  description?: string;
  example?: unknown;
  schema: Schema;
  [extension: `x-${string}`]: unknown;
}

export interface Media {
  schema: Schema;
  example?: unknown;
  examples?: object;
}

export interface ResponseObject {
  $ref?: string;
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, Media>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  description?: string;
  'x-scope'?: string;
  readonly security?: Record<string, readonly string[]>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { required?: boolean; readonly content: Record<string, Media> };
  readonly responses: Record<string, ResponseObject>;
}

export interface Description {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, ResponseObject>;
    examples?: Record<string, object>;
    headers?: Record<string, object>;
  };
}

export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export const operationsOf = ({ paths }: Description): PlacedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

export const asDescription = (document: OpenAPIObject): Description => document as unknown as Description;

const SCHEMAS = '#/components/schemas/';

export const refTo = (name: string): string => SCHEMAS + name;

export const nameOfRef = ({ $ref }: Schema): string | undefined => $ref?.slice(SCHEMAS.length);

export function* schemasWithin(schema: Schema): Generator<Schema> {
  yield schema;
  const { properties = {}, additionalProperties, items, allOf = [], anyOf = [] } = schema;
  const inner = [...Object.values(properties), ...allOf, ...anyOf];
  if (items) inner.push(items);
  if (typeof additionalProperties === 'object') inner.push(additionalProperties);
  for (const one of inner) yield* schemasWithin(one);
}

export function reachableFrom(
  roots: readonly Schema[],
  schemas: Readonly<Record<string, Schema>>,
): Set<string> {
  const reached = new Set<string>();
  const waiting = [...roots];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const schema of schemasWithin(next)) {
      const name = nameOfRef(schema);
      if (name === undefined || reached.has(name)) continue;
      reached.add(name);
      const referred = schemas[name];
      if (referred) waiting.push(referred);
    }
  }
  return reached;
}
