import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { conflict } from '../errors/index.js';
import { inTurn, type Handler } from './in-turn.js';

/** What the middlewares say one after the other, and with what they hand on. */
function run(...handlers: Handler[]): Promise<unknown> {
  return new Promise((resolve) => {
    void inTurn(...handlers)({} as Request, {} as Response, resolve);
  });
}

describe('middlewares in turn', () => {
  it('each begin when the one before hands on', async () => {
    const order: number[] = [];
    const result = await run(
      (_request, _response, next) => {
        order.push(1);
        next();
      },
      async (_request, _response, next) => {
        await Promise.resolve();
        order.push(2);
        next();
      },
      (_request, _response, next) => {
        order.push(3);
        next();
      },
    );
    expect([order, result]).toEqual([[1, 2, 3], undefined]);
  });

  it.each<[string, Handler]>([
    ['hands on', (_request, _response, next) => next('fault')],
    [
      'throws',
      () => {
        throw new Error('fault');
      },
    ],
    ['rejects with', () => Promise.reject(new Error('fault'))],
  ])('end with the fault that one %s', async (_way, faulty) => {
    const never = () => {
      throw new Error('must not be reached');
    };
    expect(String(await run(faulty, never))).toContain('fault');
  });

  it('answer with a refusal at once, and hand on nothing', async () => {
    const answered: unknown[] = [];
    const response = {
      status: (status: number) => ({
        type: () => ({ json: (body: object) => answered.push({ status, ...body }) }),
      }),
    };
    const never = () => {
      throw new Error('must not be reached');
    };
    const handler: Handler = (_request, _response, next) => next(conflict('tag.in_use', 'It is in use.')());
    await inTurn(handler, never)({ id: '1' } as unknown as Request, response as unknown as Response, never);
    expect(answered).toMatchObject([{ status: 409, code: 'tag.in_use', request_id: '1' }]);
  });
});
