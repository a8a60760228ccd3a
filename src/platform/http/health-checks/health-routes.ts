import type { NextFunction, Request, Response } from 'express';
import type { Health, HealthResponse } from '../../health/health.js';
import { requireForm } from '../access/request-form.guard.js';
import type { ApiExpressAdapter } from '../server/api-express.adapter.js';

/** Before authentication, rate limits and the log. */
export function serveHealth(routes: ApiExpressAdapter, health: Health): void {
  routes.get('/health/live', enter, (_request: Request, response: Response) => send(response, health.live()));
  routes.get('/health/ready', enter, async (_request: Request, response: Response) =>
    send(response, await health.ready()),
  );
}

function enter(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  requireForm(request);
  next();
}

function send(response: Response, { status, body }: HealthResponse<object>): void {
  response.status(status).json(body);
}
