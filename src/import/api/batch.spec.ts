import { describe, expect, it } from '@jest/globals';
import type { ApiClient } from './api.client.js';
import { ApiRefusal } from './api.errors.js';
import { sendBatch, type Operation } from './batch.js';
import { ImportFault } from '../import-fault.js';

const operation = (name: string): Operation => ({ method: 'POST', path: '/v1/tags', body: { name } });

function clientOf(answer: (operations: Operation[]) => unknown) {
  const sizes: number[] = [];
  const send = (_method: string, _path: string, { operations }: { operations: Operation[] }) => {
    sizes.push(operations.length);
    return Promise.resolve().then(() => answer(operations));
  };
  return { client: { send } as unknown as ApiClient, sizes };
}

const done = (operations: Operation[]) => ({
  results: operations.map(({ body }) => ({ status: 201, body })),
});

describe('a batch', () => {
  it('goes in calls of fifty, and its results are in order', async () => {
    const { client, sizes } = clientOf(done);
    const operations = Array.from({ length: 120 }, (_, index) => operation(`T${index}`));
    const results = await sendBatch(client, operations);
    expect(sizes).toEqual([50, 50, 20]);
    expect(results).toEqual(operations.map(({ body }) => ({ status: 201, body })));
  });

  it('is halved where it is refused as a whole, so that one row refuses no other', async () => {
    const { client } = clientOf((operations) => {
      if (operations.some(({ body }) => (body as { name: string }).name === 'T3'))
        throw new ApiRefusal(400, 'too deep');
      return done(operations);
    });
    const results = await sendBatch(
      client,
      [0, 1, 2, 3, 4].map((index) => operation(`T${index}`)),
    );
    expect(results.map((result) => result instanceof ApiRefusal)).toEqual([false, false, false, true, false]);
  });

  it('keeps text that looks like a reference to another operation', async () => {
    const { client } = clientOf(done);
    const [result] = await sendBatch(client, [
      { ...operation(''), body: { metadata: { note: '@{deal.id}', tags: ['@@{x', 'a@{b'] } } },
    ]);
    expect(result).toMatchObject({ body: { metadata: { note: '@@{deal.id}', tags: ['@@@{x', 'a@{b'] } } });
  });

  it('stops the import where the token may not write', async () => {
    const { client } = clientOf((operations) => ({
      results: operations.map(() => ({ status: 403, body: { detail: 'no' } })),
    }));
    const forbidden = sendBatch(client, [operation('T')]);
    await expect(forbidden).rejects.toThrow(ImportFault);
    await expect(forbidden).rejects.toThrow('This token may not do POST /v1/tags: no');
  });
});
