import type { INestApplication } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { referenceNameNeedsParent } from '../../references/index.js';
import { healthPaths, healthResponses } from '../health-checks/health-description.js';
import { ProblemResponse } from '../errors/error-response.dto.js';
import { descriptionOf, isResource, pathIdsOf } from '../routes/route-description.js';
import { scopeOf } from '../routes/scope.js';
import { addHeaders, describeHeaders } from './operations/response-headers.js';
import { describedRoutes } from './model/described-routes.js';
import {
  apiTags,
  declaredDescriptions,
  programDescription,
  type WebhookSection,
} from './model/declared-descriptions.js';
import { asDescription, operationsOf, type Description, type Operation } from './model/description-model.js';
import { separateMessages } from './schemas/messages.js';
import { nameChoices } from './schemas/named-choices.js';
import { nameReferences } from './schemas/named-references.js';
import { describeScope, scopeTable } from './operations/needed-scope.js';
import { apiDescription } from './openapi-texts.js';
import { describeList, listsBoundNames } from './operations/list-responses.js';
import { describeFilters, describePathIds } from './operations/parameters.js';
import { describeBody } from './operations/request-bodies.js';
import { addRefusalExamples, describeRefusals, refusalsOf } from './operations/route-refusals.js';
import { describeSchemas } from './schemas/schema-descriptions.js';
import { describeMarked } from './schemas/marked-members.js';
import { describeRecords } from './schemas/feed-records.js';
import { describeWrite, hasVersion } from './operations/writes.js';
import { describeUpsert, describeUpsertBody } from './operations/upserts.js';
import { shareRefusals } from './operations/shared-refusals.js';

const BEARER = 'A JWT of the OpenID Connect provider for this API, in the place of an access token.';

type Components = NonNullable<OpenAPIObject['components']>;
type Webhooks = WebhookSection['webhooks'];

export function openApiDocument(app: INestApplication, acceptsBearer = false): OpenAPIObject {
  // The decorators share these schemas with the next description, and messages with each other.
  const document = unshared(
    SwaggerModule.createDocument(app, frame(acceptsBearer), {
      operationIdFactory: (_controller, method) => method,
      extraModels: [...healthResponses(), ProblemResponse],
    }),
  );
  const description = asDescription(document);
  describeSchemas(description);
  describeRecords(description);
  separateMessages(description);
  nameChoices(description);
  describeMarked(description);
  const versioned = new Set<Operation>();
  const bound = nameReferences(description);
  document.info.description = apiDescription(describeOperations(app, description, bound, versioned));
  Object.assign(document.paths, healthPaths);
  for (const { path, operation } of operationsOf(description))
    describeHeaders(path, operation, versioned.has(operation));
  if (acceptsBearer) for (const { operation } of operationsOf(description)) allowBearer(operation);
  addHeaders(description);
  shareRefusals(description);
  const sections = declaredDescriptions().flatMap(({ webhooks }) => webhooks?.() ?? []);
  const webhooks = Object.assign({}, ...sections.map((section) => section.webhooks)) as Webhooks;
  const components = sections.reduce(
    (own: Components, section) => withComponents(own, section.components),
    document.components ?? {},
  );
  return { ...document, webhooks, components };
}

const unshared = (document: OpenAPIObject): OpenAPIObject =>
  JSON.parse(JSON.stringify(document)) as OpenAPIObject;

function frame(acceptsBearer: boolean): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(programDescription().title)
    .setVersion('1.0.0')
    .setContact('The maintainers', 'https://example.com/planning-delivery-api', 'api@example.com')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This server')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'A personal access token.' },
      'X-API-KEY',
    );
  if (acceptsBearer)
    builder.addBearerAuth({ type: 'http', bearerFormat: 'JWT', description: BEARER }, 'Bearer');
  for (const [name, text] of apiTags()) builder.addTag(name, text);
  return builder.build();
}

function describeOperations(
  app: INestApplication,
  description: Description,
  bound: ReadonlySet<Operation>,
  versioned: Set<Operation>,
): string {
  const reflector = app.get(Reflector);
  const routes = describedRoutes(app);
  const refusals = new Set<ReturnType<typeof refusalsOf>[number]>();
  const scoped = operationsOf(description).flatMap(({ method, path, operation }) => {
    const route = routes.get(methodOf(operation.operationId, method));
    if (!route) throw new Error(`There is no controller method ${operation.operationId}.`);
    const { controller, handler } = route;
    if (!isResource(controller)) return [];
    const scope = scopeOf(reflector, handler, controller, method);
    const own = [
      ...new Set([
        ...refusalsOf(path, route),
        ...describeWrite(method, operation, handler),
        ...describeUpsert(method, path, operation, route, reflector),
        ...(bound.has(operation) || listsBoundNames(handler) ? [referenceNameNeedsParent] : []),
      ]),
    ];
    if (hasVersion(handler)) versioned.add(operation);
    for (const refusal of own) refusals.add(refusal);
    const { examples, appendix } = descriptionOf(handler);
    if (appendix) operation.description = `${operation.description}\n\n${appendix()}`;
    describePathIds(operation, pathIdsOf(controller));
    describeList(operation, handler);
    describeFilters(operation);
    describeBody(
      operation,
      description.components.schemas,
      typeof examples === 'function' ? examples() : examples,
    );
    if (method === 'PATCH') describeUpsertBody(operation, description.components.schemas, route);
    describeRefusals(operation, own, scope);
    describeScope(operation, scope);
    return { tag: operation.tags[0] ?? '', isRead: method === 'GET', scope };
  });
  addRefusalExamples(description, [...refusals]);
  return scopeTable(scoped);
}

function allowBearer(operation: Operation): void {
  // Health is told to everybody.
  if (operation.security && operation.security.length > 0) operation.security.push({ Bearer: [] });
}

// Nest Swagger marks the operations of `@All()` and of a route with several paths.
const methodOf = (operationId: string, method: string): string =>
  operationId.replace(new RegExp(`_${method}$`, 'i'), '').replace(/\[\d+\]$/, '');

const withComponents = (own: Components, more: Components): Components => ({
  ...own,
  ...more,
  schemas: { ...own.schemas, ...more.schemas },
});
