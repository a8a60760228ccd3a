import type { Server } from 'node:http';
import { VersioningType, type DynamicModule, type Type, type VersioningOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Settings } from '../config/settings.js';
import { Health } from '../health/health.js';
import { ApplicationLogger, ROOT_LOGGER, type RootLogger } from '../logging/index.js';
import { RequestDurations } from '../metrics/request-durations.js';
import { ReferenceResolver } from '../references/index.js';
import { compressResponses } from './middleware/compression.middleware.js';
import { serveDocumentation } from './documentation/documentation.js';
import { serveHealth } from './health-checks/health-routes.js';
import { composeMiddleware, ofOutside } from './middleware/compose-middleware.js';
import { refuseMalformedRequests } from './server/malformed-requests.js';
import { measureRequests } from './middleware/request-durations.middleware.js';
import { assignRequestId } from './middleware/request-id.middleware.js';
import { limitConnections } from './limits/request-limits.js';
import { logRequests } from './middleware/request-log.middleware.js';
import { builtPages } from './pages/page-files.js';
import { servePages } from './pages/serve-pages.js';
import { setSecurityHeaders } from './middleware/security-headers.middleware.js';
import { ApiExpressAdapter } from './server/api-express.adapter.js';
import { UnknownRoute } from './unknown-routes/unknown-route.js';
import { RequestValidationPipe } from './validation/request-validation.pipe.js';
import { schemaValidation } from './validation/schema-validation.pipe.js';

export const versioning: VersioningOptions = { type: VersioningType.URI };

export async function createHttpApplication(
  rootModule: Type | DynamicModule,
  settings: Settings,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    rootModule,
    new ApiExpressAdapter(settings.HTTP_MESSAGES),
    {
      bodyParser: false,
      bufferLogs: true,
      abortOnError: false,
    },
  );
  configureHttp(app, settings);
  return app;
}

/** In the order of a request; then come the guards of {@link HttpModule}, the validation and the controller. */
export function configureHttp(app: NestExpressApplication, settings: Settings): void {
  app.useLogger(app.get(ApplicationLogger));
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', settings.TRUST_PROXY === 0 ? false : settings.TRUST_PROXY);
  app.disable('x-powered-by');

  const server: Server = app.getHttpServer();
  limitConnections(server, settings.REQUEST_TIMEOUT_SECONDS);
  refuseMalformedRequests(server, settings.REQUEST_TIMEOUT_SECONDS);

  const adapter = app.getHttpAdapter() as unknown as ApiExpressAdapter;
  const unknown = app.get(UnknownRoute);
  adapter.refuseUnknownBy(unknown);
  const measures = settings.METRICS_PORT === undefined ? [] : [measureRequests(app.get(RequestDurations))];
  app.use(
    ofOutside(composeMiddleware(assignRequestId, ...measures, setSecurityHeaders(), compressResponses)),
  );
  serveHealth(adapter, app.get(Health));
  const logger = app.get<RootLogger>(ROOT_LOGGER);
  const pages = settings.WEB === 'on' ? [servePages(builtPages(), settings)] : [];
  app.use(
    ofOutside(
      composeMiddleware(
        logRequests(logger, adapter.known),
        unknown.guardUndecodable(adapter.known),
        ...pages,
      ),
    ),
  );

  app.enableVersioning(versioning);
  app.useGlobalPipes(schemaValidation(), new RequestValidationPipe(app.get(ReferenceResolver)));
  if (settings.DOCS === 'on') serveDocumentation(app, adapter, composeMiddleware(unknown.guardPublic));
}
