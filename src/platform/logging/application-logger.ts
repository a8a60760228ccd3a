import type { LoggerService } from '@nestjs/common';
import { isError } from './error-description.js';
import type { RootLogger } from './root-logger.js';

// Nest logs every module and route at each start: sixty lines of noise.
const startupContexts = new Set([
  'NestFactory',
  'NestApplication',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
]);

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

export class ApplicationLogger implements LoggerService {
  constructor(private readonly root: RootLogger) {}

  verbose(message: unknown, ...more: unknown[]): void {
    this.write('trace', message, more);
  }

  debug(message: unknown, ...more: unknown[]): void {
    this.write('debug', message, more);
  }

  log(message: unknown, ...more: unknown[]): void {
    if (!isOfStartup(more)) this.write('info', message, more);
  }

  warn(message: unknown, ...more: unknown[]): void {
    this.write('warn', message, more);
  }

  error(message: unknown, ...more: unknown[]): void {
    if (!isOfStartup(more)) this.write('error', message, more);
  }

  fatal(message: unknown, ...more: unknown[]): void {
    this.write('fatal', message, more);
  }

  private write(level: Level, message: unknown, more: readonly unknown[]): void {
    const context = more.at(-1);
    const text = more.slice(0, -1).find((word): word is string => typeof word === 'string');
    if (typeof message !== 'object' || message === null) {
      const err = text === undefined ? undefined : Object.assign(new Error(String(message)), { stack: text });
      this.root[level]({ context, ...(err && { err }) }, String(message));
    } else if (isError(message)) {
      this.root[level]({ context, err: message }, ...(text === undefined ? [] : [text]));
    } else {
      this.root[level]({ context, ...message }, ...(text === undefined ? [] : [text]));
    }
  }
}

const isOfStartup = (more: readonly unknown[]): boolean => startupContexts.has(String(more.at(-1)));
