import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import type { Context } from '../platform/contexts/index.js';
import { Health } from '../platform/health/health.js';
import { ApplicationLogger } from '../platform/logging/index.js';
import { MonitoringServer } from '../platform/metrics/monitoring-server.js';
import { prepareProcess } from './prepared-process.js';

const OWN_THREADS = '/proc/self/task';

export interface WorkerOptions {
  readonly extensions?: readonly Context[];
}

/** Delivers without the API; any number may run. Ends on SIGINT and SIGTERM. @throws as {@link startApi} */
export async function startWorker({ extensions = [] }: WorkerOptions = {}): Promise<void> {
  lowerPriority();
  const prepared = await prepareProcess({ extensions });
  try {
    const { settings, databaseUrl } = prepared;
    const app = await NestFactory.createApplicationContext(AppModule.forRoot(settings, databaseUrl, true), {
      bufferLogs: true,
      abortOnError: false,
    });
    app.useLogger(app.get(ApplicationLogger));
    prepared.beforeEnd(() => {
      app.get(Health).announceStop();
      return app.close();
    });
    await app.get(MonitoringServer).start();
    process.stdout.write('The worker delivers webhooks\n');
  } catch (error) {
    await prepared.end();
    throw error;
  }
}

function lowerPriority(): void {
  // On Linux a priority belongs to a thread, and V8's threads exist already.
  const threads = existsSync(OWN_THREADS) ? readdirSync(OWN_THREADS).map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);
}
