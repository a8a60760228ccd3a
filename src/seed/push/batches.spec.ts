import { describe, expect, it } from '@jest/globals';
import { Batches, type Operation } from './batches.js';

describe('the batches of the content', () => {
  const sentBy = async (work: (batches: Batches) => Promise<unknown>, refused?: string) => {
    const sent: string[][] = [];
    const done: number[] = [];
    const batches = new Batches({
      operationsAtATime: 3,
      sendBatch: (operations: readonly Operation[]) => {
        const paths = operations.map(({ path }) => path);
        sent.push(paths);
        const isRefused = refused !== undefined && paths.includes(refused);
        return isRefused
          ? Promise.reject(new Error(`${refused} was refused`))
          : Promise.resolve(paths.map((path) => `answer to ${path}`));
      },
      onDone: (count) => done.push(count),
    });
    const outcome = await work(batches).catch((error: Error) => error.message);
    return { sent, done, outcome };
  };

  const letters = ['a', 'b', 'c', 'd', 'e'];

  it('have what is sent at the same moment, and give each its answer', async () => {
    const answers: unknown[] = [];
    const { sent, done } = await sentBy((batches) =>
      batches.each('letters', letters, async (letter) => {
        answers.push(await batches.send('POST', `${letter}1`, {}));
        answers.push(await batches.send('POST', `${letter}2`, {}));
      }),
    );
    expect(sent).toEqual([
      ['a1', 'b1', 'c1'],
      ['a2', 'b2', 'c2'],
      ['d1', 'e1'],
      ['d2', 'e2'],
    ]);
    expect(answers).toEqual(sent.flat().map((path) => `answer to ${path}`));
    expect(done).toEqual([3, 3, 2, 2]);
  });

  it('end with the first failure, after which nothing is sent', async () => {
    const { sent, done, outcome } = await sentBy(async (batches) => {
      const all = Promise.all(letters.map((letter) => batches.send('POST', letter, {})));
      await expect(all).rejects.toThrow('b was refused');
      return batches.send('PATCH', 'f', {});
    }, 'b');
    expect([sent, done, outcome]).toEqual([[['a', 'b', 'c']], [], 'b was refused']);
  });
});
