import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { readProgramSettings } from '../contexts.js';
import { InstallationService } from '../contexts/organization/index.js';
import type { Context } from '../platform/contexts/index.js';
import { runMigrations } from '../platform/database/migrations/migrations.js';
import { createHttpApplication } from '../platform/http/http-application.js';
import { installExtensions } from '../start/extensions.js';
import { ApiClient } from './api-client.js';
import { createTestDatabase } from './test-database.js';

export interface TestOptions {
  readonly extensions?: readonly Context[];
  /** Override {@link testSettings}. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Delivers webhooks and runs durable subscribers; default false. */
  readonly delivers?: boolean;
}

export interface TestApplication {
  readonly url: string;
  readonly organizationId: string;
  readonly api: ApiClient;
  readonly database: DataSource;
  get<T>(provider: abstract new (...dependencies: never[]) => T): T;
  /** With a new token; creates the organization if needed. @param scopes default admin */
  client(name: string, ...scopes: string[]): Promise<ApiClient>;
  close(): Promise<void>;
}

/** Webhooks may go to documentation addresses, and the key needs no file. */
export const testSettings = {
  LOG_LEVEL: 'silent',
  RATE_LIMIT_REQUESTS: '1000000',
  WEBHOOK_ALLOWED_NETWORKS: '192.0.2.0/24',
  WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
};

const ORGANIZATION = 'Test organization';

/** Needs the jest preset `planning-delivery-api/testing`. */
export async function startTestApplication(options: TestOptions = {}): Promise<TestApplication> {
  await installExtensions(options.extensions ?? [], undefined);
  const settings = readProgramSettings({ ...testSettings, ...options.settings });
  const own = await createTestDatabase();
  await runMigrations(own.url);
  const app = await createHttpApplication(AppModule.forRoot(settings, own.url, options.delivers), settings);
  await app.listen(0, '127.0.0.1');
  const url = urlOf(app);
  const tokenFor = (organization: string, scopes: string[]) =>
    app.get(InstallationService).createToken({ organization, email: 'admin@example.com', scopes });
  const { token, organization_id: organizationId } = await tokenFor(ORGANIZATION, ['admin']);
  return {
    url,
    organizationId,
    api: new ApiClient(url, token),
    database: app.get(DataSource),
    get: (provider) => app.get<never>(provider),
    client: async (name, ...scopes) => {
      const made = await tokenFor(name, scopes.length > 0 ? scopes : ['admin']);
      return new ApiClient(url, made.token);
    },
    close: async () => {
      await app.close();
      await own.drop();
    },
  };
}

function urlOf(app: NestExpressApplication): string {
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  return `http://127.0.0.1:${port}`;
}
