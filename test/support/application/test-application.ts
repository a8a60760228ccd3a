import type { AddressInfo } from 'node:net';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { AppModule } from '../../../src/app.module.js';
import { readProgramSettings } from '../../../src/contexts.js';
import { InstallationService } from '../../../src/contexts/organization/index.js';
import { configureHttp } from '../../../src/platform/http/http-application.js';
import { ApiExpressAdapter } from '../../../src/platform/http/server/api-express.adapter.js';
import { Clock } from '../../../src/platform/values/index.js';
import { ApiClient } from '../requests/api-client.js';
import { createTestDatabase } from '../../../src/testing/test-database.js';

interface OrganizationToken {
  readonly organizationId: string;
  readonly token: string;
}

export interface TestOrganization extends OrganizationToken {
  /** Sends requests with the token, and checks every answer against the API description. */
  readonly api: ApiClient;
}

/** The application without its API: what it provides, on a database, with one organization. */
export interface TestModule {
  readonly organizationId: string;
  readonly databaseUrl: string;
  readonly database: DataSource;
  /** The application's provider of this class. */
  get<T>(provider: abstract new (...dependencies: never[]) => T): T;
  /** Another organization, or another token of one. Scopes: admin unless given. */
  organization(name: string, ...scopes: string[]): Promise<OrganizationToken>;
  close(): Promise<void>;
}

/** The whole application, listening. */
export interface TestApplication extends TestModule, TestOrganization {
  readonly app: NestExpressApplication;
  readonly url: string;
  organization(name: string, ...scopes: string[]): Promise<TestOrganization>;
}

export interface Overrides {
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

/** The name of the organization that every test file has. */
export const ORGANIZATION = 'Test organization';

/** Without its API, on a database of its own. */
export async function createTestModule(overrides: Overrides = {}): Promise<TestModule> {
  const application = await startApplication(overrides);
  const { organizationId } = await application.organization(ORGANIZATION);
  return { ...application, organizationId };
}

/** On a database of its own, listening. */
export async function createTestApplication(overrides: Overrides = {}): Promise<TestApplication> {
  const application = await startApplication(overrides);
  return withOrganization(application, await listen(application.app));
}

/** The application, whose API does not listen yet. */
export type StartedApplication = Awaited<ReturnType<typeof startApplication>>;

/** On a database of its own unless one is given; without an organization. */
export async function startApplication(overrides: Overrides) {
  const { clock, settings } = overrides;
  const own = overrides.databaseUrl === undefined ? await createTestDatabase() : null;
  const databaseUrl = own?.url ?? overrides.databaseUrl ?? '';
  const read = readProgramSettings({ ...testSettings, ...settings });
  const builder = Test.createTestingModule({
    imports: [AppModule.forRoot(read, databaseUrl, overrides.delivers), ...(overrides.modules ?? [])],
  });
  if (clock) builder.overrideProvider(Clock).useValue(clock);
  const module = await builder.compile();
  const app = module.createNestApplication<NestExpressApplication>(
    new ApiExpressAdapter(read.HTTP_MESSAGES),
    {
      bodyParser: false,
    },
  );
  configureHttp(app, read);
  await app.init();
  return {
    app,
    databaseUrl,
    database: app.get(DataSource),
    get: <T>(provider: abstract new (...dependencies: never[]) => T): T => app.get<never>(provider),
    organization: async (name: string, ...scopes: string[]): Promise<OrganizationToken> => {
      const { token, organization_id: organizationId } = await app.get(InstallationService).createToken({
        organization: name,
        email: 'admin@example.com',
        scopes: scopes.length ? scopes : ['admin'],
      });
      return { organizationId, token };
    },
    close: async () => {
      await app.close();
      await own?.drop();
    },
  };
}

/** @returns the URL at which the API listens from now on */
export async function listen(app: NestExpressApplication): Promise<string> {
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  return `http://127.0.0.1:${port}`;
}

/** The application with its URL, as one organization of it has it. */
export async function withOrganization(
  application: StartedApplication,
  url: string,
): Promise<TestApplication> {
  const organization = async (name: string, ...scopes: string[]): Promise<TestOrganization> => {
    const created = await application.organization(name, ...scopes);
    return { ...created, api: new ApiClient(url, created.token) };
  };
  return { ...application, ...(await organization(ORGANIZATION)), url, organization };
}
