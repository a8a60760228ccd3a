import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { ApiResponse } from './api-client.js';

type Json = Record<string, unknown>;

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    name: string;
    in: string;
    description?: string;
    schema: Json;
    example?: unknown;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Record<
      string,
      { schema: Json; example?: unknown; examples?: Record<string, { value?: unknown }> }
    >;
  };
  readonly responses: Record<
    string,
    {
      content?: Record<string, { schema: Json; examples?: Json }>;
      headers?: Record<string, { $ref: string }>;
    }
  >;
}

interface Header {
  readonly schema?: Json;
  readonly required?: boolean;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Json;
}

/** Whether a value is an id, or what stands for one. Of references the schema may be spelled out. */
export function holdsId({ format, title, $ref, anyOf = [] }: Json): boolean {
  const isReference = title === 'Reference' || $ref === '#/components/schemas/Reference';
  return format === 'uuid' || isReference || (anyOf as Json[]).some(holdsId);
}

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

/** The OpenAPI document of a running API, which answers are held against. */
export class ApiDescription {
  private static readonly loaded = new Map<string, Promise<ApiDescription>>();
  private static readonly usual = new Set<string>();
  private readonly patterns: readonly { method: string; path: RegExp; operation: Operation }[];
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();

  private constructor(readonly document: Document) {
    addFormats(this.ajv);
    this.ajv.addSchema({ $id: 'api', components: closed(document.components) });
    this.patterns = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: pattern(path),
        operation,
      })),
    );
  }

  /** Applications that are described alike need to be asked only once: making the description takes longer than they do. */
  static expect(url: string, isUsual: boolean): void {
    this.loaded.delete(url);
    if (isUsual) this.usual.add(url);
    else this.usual.delete(url);
  }

  static of(url: string): Promise<ApiDescription> {
    const key = this.usual.has(url) ? 'usual' : url;
    const known = this.loaded.get(key);
    if (known) return known;
    const loading = fetch(`${url}/openapi.json`)
      .then((response) => response.json())
      .then((document) => new ApiDescription(document as Document));
    this.loaded.set(key, loading);
    loading.catch(() => this.loaded.delete(key));
    return loading;
  }

  /**
   * Every operation that has a whole answer, with its method in capitals and its path template; the schemas of its
   * parameters are spelled out.
   */
  operations(): { method: string; path: string; operation: Operation }[] {
    return Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => !responses[200]?.content?.['text/event-stream'])
        .map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          operation: {
            ...operation,
            parameters: (operation.parameters ?? []).map((parameter) => ({
              ...parameter,
              schema: this.spelledOut(parameter.schema),
            })),
          },
        })),
    );
  }

  /** @throws Error when the answer is not one that the description promises */
  check(method: string, path: string, { status, body, headers }: ApiResponse<unknown>): void {
    const pathname = path.split('?')[0] ?? path;
    const found = this.patterns.find(
      (candidate) => candidate.method === method && candidate.path.test(pathname),
    );
    // Unknown paths and methods are refused by what the description says about errors in general.
    if (!found) return;
    const promised = this.resolve(found.operation.responses[status]);
    if (!promised)
      throw new Error(
        `${method} ${path} answered ${status}, which is not described: ${JSON.stringify(body)}`,
      );
    for (const [name, { $ref }] of Object.entries(promised.headers ?? {})) {
      const value = headers.get(name);
      const header = this.headerOf($ref);
      if (value === null && header.required === false) continue;
      if (value === null) throw new Error(`${method} ${path} ${status} lacks the header ${name}`);
      this.checkHeader(name, value, header);
    }
    const schema = promised.content?.['application/json']?.schema;
    if (!schema) {
      if (body !== null) throw new Error(`${method} ${path} ${status} has a body that is not described`);
      return;
    }
    const validate = this.validator(schema);
    if (!validate(body)) {
      throw new Error(
        `${method} ${path} ${status} differs from its description: ${this.ajv.errorsText(validate.errors?.slice(0, 5))}`,
      );
    }
  }

  private headerOf(ref: string): Header {
    const headers = this.document.components.headers as Record<string, Header>;
    return headers[ref.split('/').at(-1) ?? ''] ?? {};
  }

  private checkHeader(name: string, value: string, { schema }: Header): void {
    if (!schema) throw new Error(`The header ${name} is not described.`);
    const validate = this.validator(schema);
    if (!validate(schema.type === 'integer' ? Number(value) : value))
      throw new Error(
        `${name}: ${value} differs from its description: ${this.ajv.errorsText(validate.errors)}`,
      );
  }

  // Refusals are described once for all operations.
  private resolve(response: Operation['responses'][string] | { $ref: string } | undefined) {
    if (!response || !('$ref' in response)) return response;
    const shared = this.document.components.responses as Operation['responses'];
    return shared[response.$ref.split('/').at(-1) ?? ''];
  }

  private spelledOut({ items, ...schema }: Json): Json {
    const { schemas } = this.document.components as { schemas: Record<string, Json> };
    const target = typeof schema.$ref === 'string' ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
    return { ...target, ...(items !== undefined && { items: this.spelledOut(items as Json) }) };
  }

  private validator(schema: Json): ValidateFunction {
    const key = JSON.stringify(schema);
    let validate = this.validators.get(key);
    if (!validate) {
      validate = this.ajv.compile(JSON.parse(key.replaceAll('"#/components', '"api#/components')) as Json);
      this.validators.set(key, validate);
    }
    return validate;
  }
}

/** Members that a schema does not name are faults of the answer. */
function closed(components: Json): Json {
  const schemas = Object.entries((components.schemas ?? {}) as Record<string, Json>).map(([name, schema]) => [
    name,
    'properties' in schema && !('additionalProperties' in schema)
      ? { ...schema, additionalProperties: false }
      : schema,
  ]);
  return { ...components, schemas: Object.fromEntries(schemas) as Json };
}

const pattern = (path: string): RegExp => new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}/?$`);
