import { setTimeout as pause } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../app.module.js';
import { ChangeSignal } from '../contexts/changes/index.js';
import { DeliveryPipeline } from '../contexts/integrations/index.js';
import { InstallationService, InvitationService } from '../contexts/organization/index.js';
import type { ProgramSettings } from '../contexts.js';
import { greeting } from './greeting.js';
import { holdPort } from './held-port.js';
import type { Context } from '../platform/contexts/index.js';
import { Health } from '../platform/health/health.js';
import { createHttpApplication } from '../platform/http/http-application.js';
import { MonitoringServer } from '../platform/metrics/monitoring-server.js';
import { ServerStop } from '../platform/server/index.js';
import { prepareProcess, type PreparedProcess } from './prepared-process.js';

const PATIENCE = { idleMs: 1000, responseMs: 6000 };

export interface ApiOptions {
  /** Default true. Otherwise {@link startWorker} runs in other processes. */
  readonly delivers?: boolean;
  readonly extensions?: readonly Context[];
}

/** Ends on SIGINT and SIGTERM. @throws after cleaning up, what {@link exitWith} explains */
export async function startApi({ delivers = true, extensions = [] }: ApiOptions = {}): Promise<void> {
  const prepared = await prepareProcess({ extensions });
  try {
    await serve(prepared, delivers);
  } catch (error) {
    await prepared.end();
    throw error;
  }
}

async function serve(prepared: PreparedProcess, delivers: boolean): Promise<void> {
  const { databaseUrl } = prepared;
  const { settings, release } = await holdPort(prepared.settings);
  const app = await createHttpApplication(AppModule.forRoot(settings, databaseUrl, delivers), settings);
  const stop = new ServerStop(app.getHttpServer());
  prepared.beforeEnd(() => close(app, stop, settings.SHUTDOWN_DELAY_SECONDS));
  await app.init();
  await app.get(MonitoringServer).start();
  await release();
  await app.listen(settings.PORT, settings.HOST);
  await greet(app, settings);
}

/** Still serves new requests for a while, until load balancers have noticed. */
async function close(app: NestExpressApplication, stop: ServerStop, delaySeconds: number): Promise<void> {
  app.get(Health).announceStop();
  stop.announce();
  const delivery = app.get(DeliveryPipeline, { strict: false });
  await Promise.all([stopServing(app, stop, delaySeconds), delivery.stop()]);
  await app.close();
}

async function stopServing(
  app: NestExpressApplication,
  stop: ServerStop,
  delaySeconds: number,
): Promise<void> {
  if (stop.isListening) await pause(delaySeconds * 1000);
  app.get(ChangeSignal, { strict: false }).stop();
  await stop.close(PATIENCE);
}

async function greet(app: NestExpressApplication, settings: ProgramSettings): Promise<void> {
  const { BOOTSTRAP_ORGANIZATION: organization, BOOTSTRAP_EMAIL: email } = settings;
  const first = await app.get(InstallationService).begin(organization, email);
  const missing = first ? null : await app.get(InvitationService).findMissing();
  const address = `http://localhost:${settings.PORT}`;
  process.stdout.write(greeting(address, { first, missing }, settings, process.stdout.isTTY));
}
