import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../../../src/testing/until.js';

export interface ReceivedWebhook {
  readonly path: string;
  /** Of the event; the same in each attempt. */
  readonly id: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** When it had arrived, in milliseconds of performance.now(). */
  readonly at: number;
}

type Answer = (webhook: ReceivedWebhook, response: ServerResponse) => void | Promise<void>;

const accept: Answer = (_, response) => void response.end('ok');

/** A receiver of webhooks on this machine. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  private readonly server: Server;
  private answer: Answer = accept;

  constructor() {
    this.server = createServer((request, response) => void this.receive(request, response));
  }

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  url(path = '/'): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** From now on; without an argument it accepts everything. */
  answers(answer: Answer | number = accept): void {
    this.answer =
      typeof answer === 'number'
        ? (_, response) => void response.writeHead(answer).end(`status ${answer}`)
        : answer;
  }

  /** How often each event arrived at the path. */
  countsAt(path: string): Map<string, number> {
    const counts = new Map<string, number>();
    for (const webhook of this.received) {
      if (webhook.path === path) counts.set(webhook.id, (counts.get(webhook.id) ?? 0) + 1);
    }
    return counts;
  }

  async untilReceived(count: number): Promise<void> {
    await until(`${count} webhooks have arrived`, () => this.received.length >= count, 30, 5);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { headers, url: path = '' } = request;
    const body = Buffer.concat(chunks).toString();
    const webhook = { path, id: String(headers['webhook-id']), headers, body, at: performance.now() };
    this.received.push(webhook);
    await this.answer(webhook, response);
  }
}
