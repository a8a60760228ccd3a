import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Global, Injectable, Module, type DynamicModule } from '@nestjs/common';
import { Logger as NestPinoLogger, LoggerModule } from 'nestjs-pino';
import { pino, type Logger } from 'pino';

export type RootLogger = Logger;

/** Injection token of the logger that every line goes through. */
export const ROOT_LOGGER = Symbol('ROOT_LOGGER');

/** The request that the running code belongs to. */
export const currentRequest = new AsyncLocalStorage<{ readonly id: string }>();

/** Structured logs on standard output. Only what is listed here is written of a request: no header, so no token. */
export function rootLogger(level: string): RootLogger {
  return pino({
    level,
    mixin: () => {
      const request = currentRequest.getStore();
      return request ? { reqId: request.id } : {};
    },
    serializers: {
      req: (request: IncomingMessage & { id: string; originalUrl?: string }) => ({
        id: request.id,
        method: request.method,
        path: (request.originalUrl ?? request.url)?.split('?')[0],
      }),
      res: (response: ServerResponse) => ({ status: response.statusCode }),
      err: describeError,
    },
  });
}

/** No other property of an error is written: those of a failed statement hold what a client sent. */
function describeError(error: Error & { code?: string; constraint?: string }) {
  const { name, message, stack, code, constraint } = error;
  return { type: name, message, stack, code, constraint };
}

@Global()
@Module({})
export class LoggingModule {
  static forRoot(level: string): DynamicModule {
    const logger = rootLogger(level);
    return {
      module: LoggingModule,
      // No routes: the id of the request is added above, without a middleware and a logger for each request.
      imports: [LoggerModule.forRoot({ pinoHttp: { logger }, useExisting: true, forRoutes: [] })],
      providers: [{ provide: ROOT_LOGGER, useValue: logger }, ApplicationLogger],
      exports: [ROOT_LOGGER, ApplicationLogger],
    };
  }
}

// What Nest says of each module and route at every start: sixty lines that nobody reads.
const startupContexts = new Set([
  'NestFactory',
  'NestApplication',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
]);

/** The logger of the application. */
@Injectable()
export class ApplicationLogger extends NestPinoLogger {
  override log(message: unknown, ...more: unknown[]): void {
    if (!isOfStartup(more)) super.log(message, ...more);
  }

  // A start that fails is explained by the program, in a sentence.
  override error(message: unknown, ...more: unknown[]): void {
    if (!isOfStartup(more)) super.error(message, ...more);
  }
}

const isOfStartup = (more: readonly unknown[]): boolean => startupContexts.has(String(more.at(-1)));
