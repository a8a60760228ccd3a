import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { Express, NextFunction, Request, Response } from 'express';
import { openApiDocument } from '../openapi/openapi-document.js';
import { findOperations, foldWebhooks, openFoundTags } from './swagger-ui-plugins.js';

const PAGE = 'docs';

/** Swagger UI at `/docs`, to which `/` leads, and the API description in JSON and YAML. */
export function serveDocumentation(app: NestExpressApplication): void {
  const routes: Express = app.getHttpAdapter().getInstance();
  knowFiles(routes);
  routes.use(`/${PAGE}`, takeWhole);
  routes.get('/', (_request, response) => response.redirect(`/${PAGE}`));
  SwaggerModule.setup(PAGE, app, () => openApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Planning and Delivery API',
    customCss: foldedWebhooks,
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      docExpansion: 'none',
      filter: true,
      plugins: [findOperations, openFoundTags, foldWebhooks],
    },
  });
}

// The summary takes the place of the heading.
const foldedWebhooks = `
  .swagger-ui details.webhooks > summary { cursor: pointer; font: bold 24px sans-serif; padding: 20px 0 }
  .swagger-ui details.webhooks h2 { display: none }`;

// A part of a file, or a file on a condition, is more than its readers need, and the refusals of it are no JSON.
function takeWhole({ headers }: Request, _response: Response, next: NextFunction): void {
  for (const name of ['range', 'if-range', 'if-match', 'if-unmodified-since']) delete headers[name];
  next();
}

// Routes that leave the answer to the files: without them another method would be told that there is nothing.
function knowFiles(routes: Express): void {
  const swagger = createRequire(import.meta.resolve('@nestjs/swagger'));
  for (const file of readdirSync(dirname(swagger.resolve('swagger-ui-dist/package.json')))) {
    if (file !== 'LICENSE')
      routes.get(`/${PAGE}/${file}`, (_request, _response, next: NextFunction) => next());
  }
}
