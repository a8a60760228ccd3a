import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, SettingsError, type Settings } from '../config/settings.js';
import { Health } from '../health/health.js';
import { ServerStop, type StopPatience } from '../server/index.js';
import { Metrics } from './metrics.js';

// Prometheus scrapes again after seconds and loses nothing.
const PATIENCE: StopPatience = { idleMs: 0, responseMs: 1000 };

const LIMITS: ServerOptions = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1000,
};

interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Serves metrics and health on an internal port. */
@Injectable()
export class MonitoringServer implements OnApplicationShutdown {
  private readonly logger = new Logger(MonitoringServer.name);
  private stop: ServerStop | undefined;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly metrics: Metrics,
    private readonly health: Health,
  ) {}

  /** Returns the port; null without METRICS_PORT. @throws SettingsError when the port cannot be used */
  async start(): Promise<number | null> {
    const { METRICS_PORT, METRICS_HOST } = this.settings;
    if (METRICS_PORT === undefined) return null;
    this.metrics.begin();
    const server = createServer(LIMITS, (request, response) => void this.respond(request, response));
    const stop = new ServerStop(server);
    try {
      server.listen(METRICS_PORT, METRICS_HOST);
      await once(server, 'listening');
    } catch (error) {
      throw new SettingsError(
        `The metrics cannot listen on port ${METRICS_PORT} of ${METRICS_HOST} (${(error as NodeJS.ErrnoException).code}): set another METRICS_PORT or METRICS_HOST.`,
      );
    }
    this.stop = stop;
    const { port } = server.address() as AddressInfo;
    this.logger.log(`Metrics at port ${port} of ${METRICS_HOST}`);
    return port;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stop?.close(PATIENCE);
  }

  private async respond({ method = '', url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRead = method === 'GET' || method === 'HEAD';
    const { status, type, body } = isRead ? await this.page(url.split('?')[0] ?? '') : plain(405, 'Use GET.');
    response.writeHead(status, {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(status === 405 && { Allow: 'GET, HEAD' }),
    });
    response.end(method === 'HEAD' ? undefined : body);
  }

  private async page(path: string): Promise<Page> {
    try {
      switch (path) {
        case '/metrics': {
          const { registry } = this.metrics;
          return { status: 200, type: registry.contentType, body: await registry.metrics() };
        }
        case '/health/live':
          return json(this.health.live());
        case '/health/ready':
          return json(await this.health.ready());
        default:
          return plain(404, 'There is /metrics, /health/live and /health/ready.');
      }
    } catch (error) {
      this.logger.error({ err: error as Error }, 'Monitoring failed');
      return plain(500, 'It failed inside; the log says why.');
    }
  }
}

const json = ({ status, body }: { status: number; body: object }): Page => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

const plain = (status: number, text: string): Page => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${text}\n`,
});
