import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { programDescription } from '../openapi/model/declared-descriptions.js';
import { openApiDocument } from '../openapi/openapi-document.js';
import { CallerAuthenticator } from '../caller.js';
import { requestUnknownPath } from '../errors/request-refusals.js';
import type { ApiExpressAdapter } from '../server/api-express.adapter.js';
import { findOperations, foldWebhooks, openFoundTags } from './swagger-ui-plugins.js';

const PAGE = 'docs';
// The one file of Swagger UI that is not served; Nest's own 404 lacks our code.
const LICENSE = `/${PAGE}/LICENSE`;
const PLAIN_NAME = /^\/[\w.-]*\/?$/;

/** Swagger UI at `/docs`, where `/` leads, and the API description in JSON and YAML. */
export function serveDocumentation(
  app: NestExpressApplication,
  routes: ApiExpressAdapter,
  guard: RequestHandler,
): void {
  knowFiles(routes);
  app.use([`/${PAGE}`, '/openapi.json', '/openapi.yaml'], guard);
  app.use(`/${PAGE}`, refuseOtherSpellings, ignoreRangeHeaders);
  routes.get(LICENSE, ({ path }: Request) => {
    throw requestUnknownPath(path);
  });
  routes.get('/', guard, (_request: Request, response: Response) => response.redirect(`/${PAGE}`));
  let document: OpenAPIObject | undefined;
  const described = (): OpenAPIObject =>
    (document ??= openApiDocument(app, app.get(CallerAuthenticator, { strict: false }).acceptsBearer));
  let yaml: string | undefined;
  routes.get('/openapi.yaml', async (_request: Request, response: Response) => {
    const { stringify } = await import('yaml');
    // Nest Swagger would write it anew for each request, which anybody may make.
    yaml ??= stringify(described(), { aliasDuplicateObjects: false });
    response.type('text/yaml').send(yaml);
  });
  SwaggerModule.setup(PAGE, app, described, {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: programDescription().title,
    customCss: foldedWebhooks,
    swaggerOptions: {
      displayRequestDuration: true,
      docExpansion: 'none',
      filter: true,
      plugins: [findOperations, openFoundTags, foldWebhooks],
    },
  });
  routes.known.forget(LICENSE);
}

const foldedWebhooks = `
  .swagger-ui details.webhooks > summary { cursor: pointer; font: bold 24px sans-serif; padding: 20px 0 }
  .swagger-ui details.webhooks h2 { display: none }`;

// Nest Swagger would find a file by other spellings of its name, also the one that is not served.
function refuseOtherSpellings({ path, baseUrl }: Request, _response: Response, next: NextFunction): void {
  next(PLAIN_NAME.test(path) ? undefined : requestUnknownPath(baseUrl + path));
}

// Ignores ranges and conditions, because their refusals are not JSON.
function ignoreRangeHeaders({ headers }: Request, _response: Response, next: NextFunction): void {
  for (const name of ['range', 'if-range', 'if-match', 'if-unmodified-since']) delete headers[name];
  next();
}

// Without known routes another method would get 404.
function knowFiles(routes: ApiExpressAdapter): void {
  const swagger = createRequire(import.meta.resolve('@nestjs/swagger'));
  for (const file of readdirSync(dirname(swagger.resolve('swagger-ui-dist/package.json')))) {
    const path = `/${PAGE}/${file}`;
    if (path !== LICENSE)
      routes.get(path, (_request: Request, _response: Response, next: NextFunction) => next());
  }
}
