import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Servers behind one address, by turns: a connection that one of them refuses goes to the next. */
export class ReverseProxy {
  private readonly server: Server;
  private turn = 0;

  /** @param targets may change meanwhile @param prefix the path that it takes away */
  constructor(
    private readonly targets: readonly string[],
    private readonly prefix = '',
  ) {
    this.server = createServer((incoming, response) => void this.pass(incoming, response));
  }

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!incoming.url?.startsWith(`${this.prefix}/`)) {
      response.writeHead(404).end('not of the program');
      return;
    }
    const body = await buffer(incoming);
    for (const _ of this.targets) {
      this.turn = (this.turn + 1) % this.targets.length;
      if (await this.send(this.targets[this.turn] ?? '', incoming, body, response)) return;
    }
    response.writeHead(502).end('nobody is there');
  }

  private send(
    target: string,
    { url = '', method = 'GET', headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const outgoing = request(target + url.slice(this.prefix.length), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        resolve(true);
      });
      outgoing.on('error', () => resolve(false));
      outgoing.end(body);
    });
  }
}
