import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { readProgramSettings } from '../contexts.js';
import { InstallationService } from '../contexts/organization/index.js';
import { installedContexts } from '../platform/contexts/index.js';
import { runMigrations } from '../platform/database/migrations/migrations.js';
import { createHttpApplication } from '../platform/http/http-application.js';
import { createTestDatabase } from './test-database.js';

/** Webhooks may go to documentation addresses, and the key needs no file. */
const testSettings = {
  LOG_LEVEL: 'silent',
  RATE_LIMIT_REQUESTS: '1000000',
  WEBHOOK_ALLOWED_NETWORKS: '192.0.2.0/24',
  WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
};

/** The name of the organization that every test has. */
export const ORGANIZATION = 'Test organization';

export interface OpenOptions {
  /** Override the settings for tests: no log, no rate limit, webhooks to documentation addresses only. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Delivers webhooks and runs durable subscribers; default false. */
  readonly delivers?: boolean;
  /** Of another application, which drops it; default a database of its own. */
  readonly databaseUrl?: string;
  /** Beside those of the contexts. */
  readonly modules?: readonly (Type | DynamicModule)[];
}

export interface OrganizationToken {
  readonly organizationId: string;
  readonly token: string;
}

/** It has no organization until one is asked for, and does not listen. */
export interface OpenedApplication {
  readonly app: NestExpressApplication;
  readonly databaseUrl: string;
  readonly database: DataSource;
  /** The application's provider of this class. */
  get<T>(provider: abstract new (...dependencies: never[]) => T): T;
  /** A new organization, or another token of one. @param scopes default admin */
  organization(name: string, ...scopes: string[]): Promise<OrganizationToken>;
  /** Drops its database, if it is its own. */
  close(): Promise<void>;
}

/** The whole application with its installed extensions. @param prepare what is done before it is initialized */
export async function openApplication(
  options: OpenOptions,
  prepare: (app: NestExpressApplication) => void = () => undefined,
): Promise<OpenedApplication> {
  const settings = readProgramSettings({ ...testSettings, ...options.settings });
  const own = options.databaseUrl === undefined ? await createTestDatabase() : undefined;
  const databaseUrl = own?.url ?? options.databaseUrl ?? '';
  // A test database has what the program migrates, and nothing of extensions.
  if (installedContexts().some(({ migrations }) => migrations)) await runMigrations(databaseUrl);
  const root = AppModule.forRoot(settings, databaseUrl, options.delivers);
  const imports = [...(root.imports ?? []), ...(options.modules ?? [])];
  const app = await createHttpApplication({ ...root, imports }, settings);
  const close = async () => {
    await app.close();
    await own?.drop();
  };
  try {
    prepare(app);
    await app.init();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    app,
    databaseUrl,
    database: app.get(DataSource),
    get: (provider) => app.get<never>(provider),
    organization: async (organization, ...scopes) => {
      const { token, organization_id: organizationId } = await app.get(InstallationService).createToken({
        organization,
        email: 'admin@example.com',
        scopes: scopes.length > 0 ? scopes : ['admin'],
      });
      return { organizationId, token };
    },
    close,
  };
}

/** @returns the URL at which the API listens from now on */
export async function listen({ app }: Pick<OpenedApplication, 'app'>): Promise<string> {
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  return `http://127.0.0.1:${port}`;
}
