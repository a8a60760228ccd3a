import 'reflect-metadata';
import { constants, setPriority } from 'node:os';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { Health } from './platform/health/health.js';
import { ApplicationLogger } from './platform/http/logging.js';
import { MonitoringServer } from './platform/metrics/monitoring-server.js';
import { exitWith, layFoundation } from './program.js';

/** Relays events and delivers webhooks, without the API. Any number of these may run. */
async function main(): Promise<void> {
  // On a machine that serves requests too, these come first.
  setPriority(constants.priority.PRIORITY_LOW);
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

main().catch(exitWith);
