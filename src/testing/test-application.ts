import type { Context } from '../platform/contexts/index.js';
import { installExtensions } from '../start/extensions.js';
import { ApiClient } from './api-client.js';
import {
  listen,
  openApplication,
  ORGANIZATION,
  type OpenedApplication,
  type OpenOptions,
} from './opened-application.js';

export interface TestOptions extends Pick<OpenOptions, 'settings' | 'delivers'> {
  readonly extensions?: readonly Context[];
}

export interface TestApplication extends Pick<OpenedApplication, 'database' | 'get' | 'close'> {
  readonly url: string;
  readonly organizationId: string;
  readonly api: ApiClient;
  /** With a new token; creates the organization if needed. @param scopes default admin */
  client(name: string, ...scopes: string[]): Promise<ApiClient>;
}

/** On a database of its own, listening, with one organization. Needs the jest preset `planning-delivery-api/testing`. */
export async function startTestApplication(options: TestOptions = {}): Promise<TestApplication> {
  const { extensions = [], ...others } = options;
  await installExtensions(extensions, undefined);
  const opened = await openApplication(others);
  const url = await listen(opened);
  const { token, organizationId } = await opened.organization(ORGANIZATION);
  return {
    url,
    organizationId,
    api: new ApiClient(url, token),
    database: opened.database,
    get: (provider) => opened.get(provider),
    client: async (name, ...scopes) => new ApiClient(url, (await opened.organization(name, ...scopes)).token),
    close: () => opened.close(),
  };
}
