import { Logger } from '@nestjs/common';
import { ApplicationLogger } from './application-logger.js';
import { isError } from './error-description.js';
import { rootLogger, type LogOutput } from './root-logger.js';

const consoleLevels = {
  debug: 'debug',
  trace: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
} as const;

/** Logs all output: of Nest before the application exists, `console`, and uncaught errors (exit code 1). */
export function logWholeProcess(level: string, output?: LogOutput): void {
  const root = rootLogger(level, output);
  process.stdout.on('error', () => undefined);
  Logger.overrideLogger(new ApplicationLogger(root));
  for (const [method, as] of Object.entries(consoleLevels)) {
    Object.assign(console, {
      [method]: (...words: unknown[]) => {
        const err = words.find(isError);
        const text = words.filter((word) => typeof word === 'string').join(' ');
        root[as]({ context: 'console', ...(err && { err }) }, text || 'A package wrote to the console');
      },
    });
  }
  process.on('uncaughtException', (err) => {
    root.fatal({ err }, 'Ended by a failure that nobody caught');
    process.exit(1);
  });
}
