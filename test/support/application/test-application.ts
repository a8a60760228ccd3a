import { Clock } from '../../../src/platform/values/index.js';
import {
  listen,
  openApplication,
  ORGANIZATION,
  type OpenedApplication,
  type OpenOptions,
  type OrganizationToken,
} from '../../../src/testing/opened-application.js';
import { ApiClient } from '../requests/api-client.js';
import { ApiDescription } from '../requests/api-description.js';

export interface TestOrganization extends OrganizationToken {
  /** Sends requests with the token, and checks every answer against the API description. */
  readonly api: ApiClient;
}

/** The application without its API: what it provides, on a database, with one organization. */
export interface TestModule extends OpenedApplication {
  readonly organizationId: string;
}

/** The whole application, listening. */
export interface TestApplication extends TestModule, TestOrganization {
  readonly url: string;
  organization(name: string, ...scopes: string[]): Promise<TestOrganization>;
}

export interface Overrides extends OpenOptions {
  readonly clock?: Clock;
}

/** Without its API, on a database of its own unless one is given. */
export async function createTestModule(overrides: Overrides = {}): Promise<TestModule> {
  return withoutApi(await startApplication(overrides));
}

/** On a database of its own unless one is given, listening. */
export async function createTestApplication(overrides: Overrides = {}): Promise<TestApplication> {
  const application = await startApplication(overrides);
  const isUsual = !overrides.modules && !overrides.settings?.OIDC_ISSUER;
  return withApi(application, await listen(application), isUsual);
}

/** Without an organization; its API does not listen yet. */
export function startApplication({ clock, ...options }: Overrides): Promise<OpenedApplication> {
  return openApplication(options, (app) => {
    // All providers have been given this one clock.
    if (clock) Object.assign(app.get(Clock), { now: () => clock.now(), elapsed: () => clock.elapsed() });
  });
}

/** As one organization of it has it. */
export async function withoutApi(application: OpenedApplication): Promise<TestModule> {
  const { organizationId } = await application.organization(ORGANIZATION);
  return { ...application, organizationId };
}

/** As one organization of it has it, with the URL at which it listens. @param isUsual whether it is described as most are */
export async function withApi(
  application: OpenedApplication,
  url: string,
  isUsual = true,
): Promise<TestApplication> {
  ApiDescription.expect(url, isUsual);
  const organization = async (name: string, ...scopes: string[]): Promise<TestOrganization> => {
    const created = await application.organization(name, ...scopes);
    return { ...created, api: new ApiClient(url, created.token) };
  };
  return { ...application, ...(await organization(ORGANIZATION)), url, organization };
}
