import { ApiClient as PlainClient, type ApiResponse } from '../../../src/testing/api-client.js';
import { ApiDescription } from './api-description.js';

export type { ApiResponse } from '../../../src/testing/api-client.js';

/** Refuses answers that the API description does not promise. */
export class ApiClient extends PlainClient {
  override async send<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    const answer = await super.send<Body>(method, path, body, headers);
    const description = await ApiDescription.of(this.url);
    description.check(method, path, answer);
    return answer;
  }
}
