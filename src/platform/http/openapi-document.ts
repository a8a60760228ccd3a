import { isDeepStrictEqual } from 'node:util';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { healthPaths, healthResponses } from '../health/health-description.js';
import { isId } from '../values/index.js';
import { apiDescription, apiTags } from './openapi-texts.js';

type ResponseObject = Exclude<
  NonNullable<NonNullable<OpenAPIObject['components']>['responses']>[string],
  { $ref: string }
>;

/** What the program sends by itself: the `webhooks` of the description, and the components that they refer to. */
export type WebhookSection = Required<Pick<OpenAPIObject, 'webhooks' | 'components'>>;

/** Injection token of the {@link WebhookSection}, a plain value, so that it is there in Nest's preview too. */
export const WEBHOOK_SECTION = Symbol('WEBHOOK_SECTION');

/** The OpenAPI 3.1 description of everything the program answers and sends. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Planning and Delivery API')
    .setDescription(apiDescription)
    .setVersion('1.0.0')
    .setContact('The maintainers', 'https://example.com/planning-delivery-api', 'api@example.com')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This server')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'A personal access token.' },
      'X-API-KEY',
    );
  for (const [name, description] of Object.entries(apiTags)) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (_controller, method) => method,
    extraModels: healthResponses,
  });
  for (const operation of operationsOf(document)) {
    describeParameters(operation);
    exemplifyBody(operation, document.components?.schemas ?? {});
  }
  shareRefusals(document);
  const { webhooks, components } = app.get<WebhookSection>(WEBHOOK_SECTION);
  const paths = { ...document.paths, ...healthPaths };
  return { ...document, paths, webhooks, components: { ...document.components, ...components } };
}

interface Operation {
  readonly parameters?: Parameter[];
  readonly requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  readonly responses: Record<string, ResponseObject>;
}

interface Parameter {
  in: string;
  name: string;
  description?: string;
  example?: unknown;
  schema: Schema;
}

interface Schema {
  readonly $ref?: string;
  readonly format?: string;
  readonly required?: string[];
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  example?: unknown;
}

const operationsOf = (document: OpenAPIObject): Operation[] =>
  Object.values(document.paths).flatMap((path) => Object.values(path) as Operation[]);

function describeParameters({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    if (parameter.in === 'path') describePathParameter(parameter);
    else describeFilter(parameter);
  }
}

// Nest describes path parameters by their name only; those that are no ids are described where they are taken.
function describePathParameter(parameter: Parameter): void {
  if (parameter.description !== undefined) return;
  const owner = parameter.name.replace(/_?id$/, '').replaceAll('_', ' ');
  parameter.description = owner ? `Id of the ${owner}.` : 'Id of the resource.';
  parameter.schema = { type: 'string', format: 'uuid' } as Schema;
  parameter.example = '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b11';
}

// Swagger UI would fill an example into the form, and the first list that somebody tries would be filtered to nothing.
function describeFilter(parameter: Parameter): void {
  const example = parameter.schema.example as string | number | boolean | undefined;
  if (example === undefined) return;
  delete parameter.schema.example;
  parameter.description = `${parameter.description} Example: \`${String(example)}\`.`;
}

// What Swagger UI fills into the form can be sent as it is, where no other record is needed: tags and members
// with an id that may be absent are left out. So are secrets, because everybody knows the one of the example.
function exemplifyBody({ requestBody }: Operation, schemas: Record<string, Schema>): void {
  for (const media of Object.values(requestBody?.content ?? {})) {
    const { items } = media.schema;
    const example = exampleOf(schemas[(items ?? media.schema).$ref?.split('/').at(-1) ?? '']);
    if (example) media.example = items ? [example] : example;
  }
}

function exampleOf({ properties = {}, required = [] }: Schema = {}): object | null {
  const sendable = Object.entries(properties).filter(
    ([name, { example, format }]) =>
      required.includes(name) || !(name === 'tags' || format === 'password' || holdsId(example)),
  );
  return sendable.length > 0
    ? Object.fromEntries(sendable.map(([name, schema]) => [name, schema.example]))
    : null;
}

const holdsId = (example: unknown): boolean =>
  isId(example) || (typeof example === 'object' && example !== null && Object.values(example).some(holdsId));

// Every operation can be refused in the same ways: they are written once, so that what is special stands out.
function shareRefusals(document: OpenAPIObject): void {
  const shared: Record<string, ResponseObject> = {};
  for (const { responses } of operationsOf(document)) {
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      const name = `Refused${status}`;
      shared[name] ??= response;
      if (isDeepStrictEqual(shared[name], response)) {
        Object.assign(responses, { [status]: { $ref: `#/components/responses/${name}` } });
      }
    }
  }
  document.components = { ...document.components, responses: shared };
}
