import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between a client and the API, hands everything on, and cuts the connection instead of some answers. */
export class AnswerLosingProxy {
  /** Method and path of every request. */
  readonly requests: string[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param isLost for the how manieth request of its method, from 1 on */
  static async begin(
    target: string,
    isLost: (method: string, count: number) => boolean,
  ): Promise<AnswerLosingProxy> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const proxy = new AnswerLosingProxy(server, `http://127.0.0.1:${port}`);
    server.on('request', (incoming, response) => {
      const { method = '', url = '', headers } = incoming;
      proxy.requests.push(`${method} ${url}`);
      const count = proxy.requests.filter((one) => one.startsWith(`${method} `)).length;
      const onward = request(new URL(url, target), { method, headers }, (answer) => {
        if (isLost(method, count)) response.destroy();
        else answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
      });
      incoming.pipe(onward).on('error', () => response.destroy());
    });
    return proxy;
  }

  async end(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
