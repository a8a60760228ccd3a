import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Response } from 'express';
import { Health, type HealthAnswer } from '../health/health.js';

/** Health checks, answered before anything else is asked of a request: who calls, how often, and the log. */
export function serveHealth(app: NestExpressApplication): void {
  const health = app.get(Health);
  const routes = app.getHttpAdapter().getInstance();
  routes.get('/health/live', (_request, response) => send(response, health.live()));
  routes.get('/health/ready', async (_request, response) => send(response, await health.ready()));
}

function send(response: Response, { status, body }: HealthAnswer<object>): void {
  response.status(status).setHeader('Cache-Control', 'no-store').json(body);
}
