import 'reflect-metadata';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { DeliveryPipeline } from './contexts/integrations/index.js';
import { InstallationService } from './contexts/organization/index.js';
import { Health } from './platform/health/health.js';
import { createHttpApplication } from './platform/http/http-application.js';
import { MonitoringServer } from './platform/metrics/monitoring-server.js';
import { exitWith, layFoundation, type Foundation } from './program.js';

const IDLE_MS = 1000;
const DRAIN_MS = 5000;

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
  foundation.beforeEnd(() => close(app));
  await app.init();
  await app.get(MonitoringServer).start();
  await app.listen(settings.PORT, settings.HOST);
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  await greet(app, foundation, `http://localhost:${port}`);
}

/** No new connections and deliveries; those under way are ended, but for those that take too long. */
async function close(app: NestExpressApplication): Promise<void> {
  app.get(Health).announceStop();
  const server: Server = app.getHttpServer();
  // Clients that keep their connections are told that this one ends, so that no request is cut off.
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setHeader('Connection', 'close');
  });
  setTimeout(() => server.closeIdleConnections(), IDLE_MS).unref();
  setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
  await Promise.all([
    // Not the HTTP server's own close, which cuts connections that a client may be using at this moment.
    new Promise((resolve) => NetServer.prototype.close.call(server, resolve)),
    app.get(DeliveryPipeline, { strict: false }).stop(),
  ]);
  await app.close();
}

async function greet(app: NestExpressApplication, { settings }: Foundation, address: string): Promise<void> {
  const first = await app
    .get(InstallationService)
    .begin(settings.BOOTSTRAP_ORGANIZATION, settings.BOOTSTRAP_EMAIL);
  const lines = [`The API listens on ${address} - explore it at ${address}/docs`];
  if (first) {
    lines.push(
      '',
      `Made the organization "${settings.BOOTSTRAP_ORGANIZATION}" and its administrator ${first.email_address}.`,
      'This is the access token. It is shown this once:',
      '',
      `  ${first.token}`,
      '',
      'Try it:',
      '',
      `  curl -H 'X-API-KEY: ${first.token}' ${address}/v1/me`,
      '',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch(exitWith);
