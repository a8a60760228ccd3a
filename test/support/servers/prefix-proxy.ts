import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy that has a server below a path: it takes the path away, and knows nothing else. */
export class PrefixProxy {
  private readonly server: Server;

  constructor(prefix: string, target: string) {
    this.server = createServer((incoming, response) => {
      const path = incoming.url ?? '';
      if (!path.startsWith(`${prefix}/`)) return void response.writeHead(404).end('not of the program');
      const { method = 'GET', headers } = incoming;
      const outgoing = request(target + path.slice(prefix.length), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      incoming.pipe(outgoing);
    });
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
}
