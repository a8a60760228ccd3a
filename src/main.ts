import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { DeliveryPipeline } from './contexts/integrations/index.js';
import { InstallationService } from './contexts/organization/index.js';
import { greeting } from './greeting.js';
import { Health } from './platform/health/health.js';
import { createHttpApplication } from './platform/http/http-application.js';
import { MonitoringServer } from './platform/metrics/monitoring-server.js';
import { ServerStop } from './platform/server/index.js';
import { exitWith, layFoundation, type Foundation } from './program.js';

const PATIENCE = { idleMs: 1000, answerMs: 6000 };

// With --api-only other processes (worker.ts) deliver the webhooks.
const delivers = !process.argv.includes('--api-only');

async function main(): Promise<void> {
  const foundation = await layFoundation();
  try {
    await serve(foundation);
  } catch (error) {
    await foundation.end();
    throw error;
  }
}

async function serve(foundation: Foundation): Promise<void> {
  const { settings, databaseUrl } = foundation;
  const app = await createHttpApplication(AppModule.forRoot(settings, databaseUrl, delivers), settings);
  const stop = new ServerStop(app.getHttpServer());
  foundation.beforeEnd(() => close(app, stop, settings.SHUTDOWN_DELAY_SECONDS));
  await app.init();
  await app.get(MonitoringServer).start();
  await app.listen(settings.PORT, settings.HOST);
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  await greet(app, foundation, `http://localhost:${port}`);
}

/** Requests go elsewhere from now on; those that come meanwhile are answered, but for those that take too long. */
async function close(app: NestExpressApplication, stop: ServerStop, delaySeconds: number): Promise<void> {
  app.get(Health).announceStop();
  stop.announce();
  await Promise.all([stopServing(stop, delaySeconds), app.get(DeliveryPipeline, { strict: false }).stop()]);
  await app.close();
}

async function stopServing(stop: ServerStop, delaySeconds: number): Promise<void> {
  if (stop.isListening) await pause(delaySeconds * 1000);
  await stop.close(PATIENCE);
}

async function greet(app: NestExpressApplication, { settings }: Foundation, address: string): Promise<void> {
  const { BOOTSTRAP_ORGANIZATION: organization, BOOTSTRAP_EMAIL: email } = settings;
  const first = await app.get(InstallationService).begin(organization, email);
  process.stdout.write(greeting(address, first, settings, process.stdout.isTTY));
}

main().catch(exitWith);
