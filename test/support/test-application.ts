import type { AddressInfo } from 'node:net';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { AppModule } from '../../src/app.module.js';
import { InstallationService } from '../../src/contexts/organization/index.js';
import { readSettings } from '../../src/platform/config/settings.js';
import { configureHttp } from '../../src/platform/http/http-application.js';
import { ShapedExpressAdapter } from '../../src/platform/http/shaped-express.adapter.js';
import { Clock } from '../../src/platform/values/index.js';
import { ApiClient } from './api-client.js';
import { createTestDatabase } from './test-database.js';

export interface TestOrganization {
  readonly organizationId: string;
  readonly token: string;
  /** Sends requests with the token, and checks every answer against the API description. */
  readonly api: ApiClient;
}

export interface TestApplication extends TestOrganization {
  readonly app: NestExpressApplication;
  readonly url: string;
  readonly databaseUrl: string;
  readonly database: DataSource;
  /** The application's provider of this class. */
  get<T>(provider: abstract new (...dependencies: never[]) => T): T;
  /** Another organization, or another token of one. Scopes: admin unless given. */
  organization(name: string, ...scopes: string[]): Promise<TestOrganization>;
  close(): Promise<void>;
}

interface Overrides {
  readonly clock?: Clock;
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether it delivers webhooks. */
  readonly delivers?: boolean;
  /** The database of another test application, which drops it. */
  readonly databaseUrl?: string;
  /** Of an extension. */
  readonly modules?: readonly (Type | DynamicModule)[];
}

/** Webhooks of tests may go to addresses for documentation, where nobody is, and their key leaves no file behind. */
const testSettings = {
  LOG_LEVEL: 'silent',
  RATE_LIMIT_REQUESTS: '1000000',
  WEBHOOK_ALLOWED_NETWORKS: '192.0.2.0/24',
  WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
};

/** The whole application on a database of its own, listening, with one organization. */
export async function createTestApplication(overrides: Overrides = {}): Promise<TestApplication> {
  const { clock, settings } = overrides;
  const own = overrides.databaseUrl === undefined ? await createTestDatabase() : null;
  const databaseUrl = own?.url ?? overrides.databaseUrl ?? '';
  const read = readSettings({ ...testSettings, ...settings });
  const builder = Test.createTestingModule({
    imports: [AppModule.forRoot(read, databaseUrl, overrides.delivers), ...(overrides.modules ?? [])],
  });
  if (clock) builder.overrideProvider(Clock).useValue(clock);
  const module = await builder.compile();
  const app = module.createNestApplication<NestExpressApplication>(new ShapedExpressAdapter(), {
    bodyParser: false,
  });
  configureHttp(app, read);
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  const url = `http://127.0.0.1:${port}`;

  const organization = async (name: string, ...scopes: string[]): Promise<TestOrganization> => {
    const installation = app.get(InstallationService);
    const { token, organization_id: organizationId } = await installation.createToken({
      organization: name,
      email: 'admin@example.com',
      scopes: scopes.length ? scopes : ['admin'],
    });
    return { organizationId, token, api: new ApiClient(url, token) };
  };
  return {
    ...(await organization('Test organization')),
    app,
    url,
    databaseUrl,
    database: app.get(DataSource),
    get: (provider) => app.get<never>(provider),
    organization,
    close: async () => {
      await app.close();
      await own?.drop();
    },
  };
}
