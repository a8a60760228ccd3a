import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import type { ProgramSettings } from '../contexts.js';
import { ApplicationLogger, STANDARD_ERROR } from '../platform/logging/index.js';
import { prepareProcess } from '../start/prepared-process.js';

export async function withService<Service>(
  service: Type<Service>,
  work: (service: Service) => Promise<void>,
  before: (settings: ProgramSettings) => void = () => undefined,
): Promise<void> {
  const prepared = await prepareProcess({ logOutput: STANDARD_ERROR, before });
  try {
    const quiet = { ...prepared.settings, LOG_LEVEL: 'error' as const };
    const module = AppModule.forRoot(quiet, prepared.databaseUrl, false, STANDARD_ERROR);
    const app = await NestFactory.createApplicationContext(module, { bufferLogs: true, abortOnError: false });
    app.useLogger(app.get(ApplicationLogger));
    await work(app.get(service)).finally(() => app.close());
  } finally {
    await prepared.end();
  }
}

export interface Output {
  readonly json?: boolean;
}

export function print({ json }: { json: boolean | undefined } | Output, data: unknown, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(data, null, 2) : text}\n`);
}
