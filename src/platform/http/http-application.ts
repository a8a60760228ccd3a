import type { Server } from 'node:http';
import type { INestApplication, Type, DynamicModule } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Settings } from '../config/settings.js';
import { RequestDurations } from '../metrics/request-durations.js';
import { identifyCaller, requireCaller } from './authentication.middleware.js';
import { CallerAuthenticator } from './caller.js';
import { ErrorFilter } from './error.filter.js';
import { serveHealth } from './health-routes.js';
import { RATE_LIMIT_STORAGE } from './http.module.js';
import { inTurn } from './in-turn.js';
import { readJsonBody } from './json-body.middleware.js';
import { ApplicationLogger, ROOT_LOGGER, type RootLogger } from './logging.js';
import { refuseMalformedRequests } from './malformed-requests.js';
import { openApiDocument } from './openapi-document.js';
import { limitRate } from './rate-limit/rate-limit.middleware.js';
import { measureRequests } from './request-durations.middleware.js';
import { assignRequestId } from './request-id.middleware.js';
import { logRequests } from './request-log.middleware.js';
import { QueryGuard } from './routes/query.guard.js';
import { ScopeGuard } from './routes/scope.guard.js';
import { setSecurityHeaders } from './security-headers.middleware.js';
import { ShapedExpressAdapter } from './shaped-express.adapter.js';
import { RequestValidationPipe } from './validation/request-validation.pipe.js';

const KEEP_ALIVE_MS = 65_000;

/** The API as an HTTP application, neither initialized nor listening yet. */
export async function createHttpApplication(
  rootModule: Type | DynamicModule,
  settings: Settings,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(rootModule, new ShapedExpressAdapter(), {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  configureHttp(app, settings);
  return app;
}

/** The path of a request, from top to bottom; after it come the guard, the validation and the controller. */
export function configureHttp(app: NestExpressApplication, settings: Settings): void {
  app.useLogger(app.get(ApplicationLogger));
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', settings.TRUST_PROXY === 0 ? false : settings.TRUST_PROXY);
  app.disable('x-powered-by');

  // Longer than the idle time of common load balancers, which would otherwise send into a closing connection.
  const server: Server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  refuseMalformedRequests(server);

  const measures = settings.METRICS_PORT === undefined ? [] : [measureRequests(app.get(RequestDurations))];
  app.use(inTurn(assignRequestId, ...measures, setSecurityHeaders()));
  serveHealth(app);
  app.use(
    inTurn(
      logRequests(app.get<RootLogger>(ROOT_LOGGER)),
      identifyCaller(app.get(CallerAuthenticator)),
      limitRate(app.get<ThrottlerStorage>(RATE_LIMIT_STORAGE), settings),
      requireCaller,
      readJsonBody,
    ),
  );

  const reflector = app.get(Reflector);
  app.useGlobalGuards(new ScopeGuard(reflector), new QueryGuard(reflector));
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(new ErrorFilter());
  serveDocumentation(app);
}

function serveDocumentation(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Planning and Delivery API',
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      docExpansion: 'none',
      filter: true,
    },
  });
}
