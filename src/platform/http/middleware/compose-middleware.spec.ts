import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { conflict } from '../../errors/index.js';
import { composeMiddleware, type Handler } from './compose-middleware.js';

/** What the middlewares say one after the other, and with what they hand on. */
function run(...handlers: Handler[]): Promise<unknown> {
  return new Promise((resolve) => {
    void composeMiddleware(...handlers)({} as Request, {} as Response, resolve);
  });
}

describe('composed middlewares', () => {
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

  it('respond with a refusal at once, and hand on nothing', async () => {
    const sent: unknown[] = [];
    const response = {
      status: (status: number) => ({
        type: () => ({ json: (body: object) => sent.push({ status, ...body }) }),
      }),
    };
    const never = () => {
      throw new Error('must not be reached');
    };
    const handler: Handler = (_request, _response, next) => next(conflict('tag.in_use', 'It is in use.')());
    await composeMiddleware(handler, never)(
      { id: '1' } as unknown as Request,
      response as unknown as Response,
      never,
    );
    expect(sent).toMatchObject([{ status: 409, code: 'tag.in_use', request_id: '1' }]);
  });
});
