import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { InstallationService } from './contexts/organization/index.js';
import { createHttpApplication } from './platform/http/http-application.js';
import { exitWith, layFoundation, type Foundation } from './program.js';

const DRAIN_MS = 5000;

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
  const app = await createHttpApplication(AppModule.forRoot(settings, databaseUrl), settings);
  foundation.beforeEnd(() => close(app));
  await app.init();
  await app.listen(settings.PORT, settings.HOST);
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  await greet(app, foundation, `http://localhost:${port}`);
}

/** No new connections; requests under way are answered, but for those that take too long. */
async function close(app: NestExpressApplication): Promise<void> {
  const server = app.getHttpServer() as { closeAllConnections(): void };
  setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
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
