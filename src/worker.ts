import 'reflect-metadata';
import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { Health } from './platform/health/health.js';
import { ApplicationLogger } from './platform/logging/index.js';
import { MonitoringServer } from './platform/metrics/monitoring-server.js';
import { exitWith, layFoundation } from './program.js';

const OWN_THREADS = '/proc/self/task';

/** Relays events and delivers webhooks, without the API. Any number of these may run. */
async function main(): Promise<void> {
  giveWay();
  const foundation = await layFoundation();
  try {
    const { settings, databaseUrl } = foundation;
    const app = await NestFactory.createApplicationContext(AppModule.forRoot(settings, databaseUrl, true), {
      bufferLogs: true,
      abortOnError: false,
    });
    app.useLogger(app.get(ApplicationLogger));
    foundation.beforeEnd(() => {
      app.get(Health).announceStop();
      return app.close();
    });
    await app.get(MonitoringServer).start();
    process.stdout.write('The worker delivers webhooks\n');
  } catch (error) {
    await foundation.end();
    throw error;
  }
}

/** On a machine that serves requests too, these come first. */
function giveWay(): void {
  // On Linux a priority is that of one thread, and some that collect garbage and compile have begun already.
  const threads = existsSync(OWN_THREADS) ? readdirSync(OWN_THREADS).map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);
}

main().catch(exitWith);
