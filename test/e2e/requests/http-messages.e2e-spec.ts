import { describe, expect, it } from '@jest/globals';
import { createTestApplication } from '../../support/application/test-application.js';

describe.each(['own', 'express'])('with HTTP_MESSAGES=%s', (kind) => {
  it('requests are answered and refused in the same way', async () => {
    const application = await createTestApplication({ settings: { HTTP_MESSAGES: kind } });
    const { url, token } = application;
    const ask = async (path: string, init: RequestInit = {}): Promise<unknown[]> => {
      const headers = { 'X-API-KEY': token, 'Content-Type': 'application/json' };
      const response = await fetch(url + path, { headers, ...init });
      const { code, name, errors } = (await response.json()) as Readonly<Record<string, unknown>>;
      return [response.status, code ?? name, errors];
    };
    const operation = (name: string): object => ({ method: 'POST', path: '/v1/tags', body: { name } });
    const askTogether = async (...names: readonly string[]): Promise<unknown[]> => {
      const body = { mode: 'each', operations: names.map(operation) };
      const { results } = await application.api
        .post<{ results: { status: number; body: unknown }[] }>('/v1/batch', body)
        .then((answer) => answer.body);
      return results.map((result) => [result.status, result.body]);
    };
    const create = (name: string): Promise<unknown[]> =>
      ask('/v1/tags', { method: 'POST', body: JSON.stringify({ name }) });
    try {
      expect([
        await create('Design'),
        await create(''),
        await ask('/v1/nothing'),
        await ask('/v1/tags', { method: 'PUT' }),
        await ask('/v1/tags', { headers: {} }),
      ]).toEqual([
        [201, 'Design', undefined],
        [400, 'request.invalid', { name: [expect.any(String)] }],
        [404, 'request.unknown_path', undefined],
        [405, 'request.method_not_allowed', undefined],
        [401, 'token.invalid', undefined],
      ]);
      expect(await askTogether('Build', '', 'Design')).toEqual([
        [201, expect.objectContaining({ name: 'Build' })],
        [400, expect.objectContaining({ errors: { 'operations[1].body.name': [expect.any(String)] } })],
        [409, expect.objectContaining({ code: 'tag.name_in_use' })],
      ]);
    } finally {
      await application.close();
    }
  });
});
