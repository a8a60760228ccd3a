import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { Metrics } from './metrics.js';

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

// Invented paths and methods must not create time series.
const OTHER = 'other';

interface FinishedRequest {
  readonly method: string;
  /** Such as `/v1/clients/:id`; undefined: no route. */
  readonly route: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

@Injectable()
export class RequestDurations {
  private readonly histogram: Histogram<'route' | 'method' | 'status'>;

  constructor({ registry }: Metrics) {
    this.histogram = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its response. status 499: the client went away.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
  }

  add({ method, route = OTHER, status, seconds }: FinishedRequest): void {
    const labels = { route, method: methods.has(method) ? method : OTHER, status: String(status) };
    this.histogram.observe(labels, seconds);
  }
}
