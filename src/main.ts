import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { InstallationService } from './contexts/organization/index.js';
import { createHttpApplication } from './platform/http/http-application.js';
import { explainFailure, layFoundation, type Foundation } from './program.js';

const DRAIN_MS = 5000;

async function main(): Promise<void> {
  const foundation = await layFoundation();
  const { settings, databaseUrl } = foundation;
  const app = await createHttpApplication(AppModule.forRoot(settings, databaseUrl), settings);
  await app.listen(settings.PORT, settings.HOST);
  stopOnSignals(app, foundation);
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  await greet(app, foundation, `http://localhost:${port}`);
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

/** Ends cleanly: no new connections, requests under way are answered, then the database goes. */
function stopOnSignals(app: NestExpressApplication, foundation: Foundation): void {
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    const server = app.getHttpServer() as { closeAllConnections(): void };
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    await app.close();
    await foundation.release();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().catch(fail));
}

function fail(error: unknown): void {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
}

main().catch(fail);
