import type { Server } from 'node:http';
import type { Type, DynamicModule } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Settings } from '../config/settings.js';
import { ApplicationLogger, ROOT_LOGGER, type RootLogger } from '../logging/index.js';
import { RequestDurations } from '../metrics/request-durations.js';
import { identifyCaller, requireCaller } from './authentication.middleware.js';
import { bodyLimits } from './body/body-limits.js';
import { CallerAuthenticator } from './caller.js';
import { compressAnswers } from './compression.middleware.js';
import { serveDocumentation } from './documentation/documentation.js';
import { serveHealth } from './health-routes.js';
import { inTurn } from './in-turn.js';
import { readJsonBodies } from './json-body.middleware.js';
import { refuseMalformedRequests } from './malformed-requests.js';
import { limitRate } from './rate-limit/rate-limit.middleware.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { measureRequests } from './request-durations.middleware.js';
import { checkForm } from './request-form.middleware.js';
import { assignRequestId } from './request-id.middleware.js';
import { limitConnections } from './request-limits.js';
import { logRequests } from './request-log.middleware.js';
import { QueryGuard } from './routes/query.guard.js';
import { ScopeGuard } from './routes/scope.guard.js';
import { setSecurityHeaders } from './security-headers.middleware.js';
import { ShapedExpressAdapter } from './shaped-express.adapter.js';
import { RequestValidationPipe } from './validation/request-validation.pipe.js';
import { schemaValidation } from './validation/schema-validation.pipe.js';

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

  const server: Server = app.getHttpServer();
  limitConnections(server, settings.REQUEST_TIMEOUT_SECONDS);
  refuseMalformedRequests(server, settings.REQUEST_TIMEOUT_SECONDS);

  const measures = settings.METRICS_PORT === undefined ? [] : [measureRequests(app.get(RequestDurations))];
  app.use(inTurn(assignRequestId, ...measures, setSecurityHeaders(), compressAnswers));
  serveHealth(app);
  const limiter = app.get(RateLimiter);
  app.use(
    inTurn(
      logRequests(app.get<RootLogger>(ROOT_LOGGER)),
      identifyCaller(app.get(CallerAuthenticator), limiter),
      limitRate(limiter, settings.RATE_LIMIT_WINDOW_SECONDS),
      checkForm,
      requireCaller,
      readJsonBodies(bodyLimits),
    ),
  );

  const reflector = app.get(Reflector);
  app.useGlobalGuards(new ScopeGuard(reflector), new QueryGuard());
  app.useGlobalPipes(schemaValidation(), new RequestValidationPipe());
  if (settings.DOCS === 'on') serveDocumentation(app);
}
