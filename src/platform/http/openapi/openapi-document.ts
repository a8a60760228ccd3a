import type { INestApplication } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { healthPaths, healthResponses } from '../../health/health-description.js';
import { ProblemResponse } from '../error-response.dto.js';
import { descriptionOf, pathIdsOf } from '../routes/route-description.js';
import { scopeOf } from '../routes/scope.js';
import { addHeaders, describeHeaders } from './answer-headers.js';
import { describedRoutes } from './described-routes.js';
import { asDescription, operationsOf, type Description } from './description-model.js';
import { describeFilters } from './filters.js';
import { separateMessages } from './messages.js';
import { nameChoices } from './named-choices.js';
import { describeScope, scopeTable } from './needed-scope.js';
import { apiDescription, apiTags } from './openapi-texts.js';
import { describePathIds } from './path-parameters.js';
import { describeBody } from './request-bodies.js';
import { addRefusalExamples, describeRefusals, refusalsOf } from './route-refusals.js';
import { describeSchemas } from './schema-descriptions.js';
import { shareRefusals } from './shared-refusals.js';

/** What the program sends by itself: the `webhooks` of the description, and the components that they refer to. */
export type WebhookSection = Required<Pick<OpenAPIObject, 'webhooks' | 'components'>>;

type Components = NonNullable<OpenAPIObject['components']>;

/** Injection token of the {@link WebhookSection}, a plain value, so that it is there in Nest's preview too. */
export const WEBHOOK_SECTION = Symbol('WEBHOOK_SECTION');

/** The OpenAPI 3.1 description of everything the program answers and sends. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  // Its schemas are in part those of the decorators, which the next description is made of.
  const document = structuredClone(
    SwaggerModule.createDocument(app, frame(), {
      operationIdFactory: (_controller, method) => method,
      extraModels: [...healthResponses, ProblemResponse],
    }),
  );
  const description = asDescription(document);
  describeSchemas(description);
  separateMessages(description);
  nameChoices(description);
  document.info.description = apiDescription(describeOperations(app, description));
  Object.assign(document.paths, healthPaths);
  for (const { path, operation } of operationsOf(description)) describeHeaders(path, operation);
  addHeaders(description);
  shareRefusals(description);
  const { webhooks, components } = app.get<WebhookSection>(WEBHOOK_SECTION);
  return { ...document, webhooks, components: withComponents(document.components, components) };
}

function frame(): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Planning and Delivery API')
    .setVersion('1.0.0')
    .setContact('The maintainers', 'https://example.com/planning-delivery-api', 'api@example.com')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This server')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'A personal access token.' },
      'X-API-KEY',
    );
  for (const [name, text] of Object.entries(apiTags)) builder.addTag(name, text);
  return builder.build();
}

/** @returns the table of scopes */
function describeOperations(app: INestApplication, description: Description): string {
  const reflector = app.get(Reflector);
  const routes = describedRoutes(app);
  const refusals = new Set<ReturnType<typeof refusalsOf>[number]>();
  const scoped = operationsOf(description).map(({ method, path, operation }) => {
    const route = routes.get(operation.operationId);
    if (!route) throw new Error(`There is no controller method ${operation.operationId}.`);
    const { controller, handler } = route;
    const scope = scopeOf(reflector, handler, controller, method);
    const own = refusalsOf(path, route);
    for (const refusal of own) refusals.add(refusal);
    describePathIds(operation, pathIdsOf(controller));
    describeFilters(operation);
    describeBody(operation, description.components.schemas, descriptionOf(handler).examples);
    describeRefusals(operation, own, scope);
    describeScope(operation, scope);
    return { tag: operation.tags[0] ?? '', isRead: method === 'GET', scope };
  });
  addRefusalExamples(description, [...refusals]);
  return scopeTable(scoped);
}

const withComponents = (own: Components = {}, more: Components): Components => ({
  ...own,
  ...more,
  schemas: { ...own.schemas, ...more.schemas },
});
