import { once } from 'node:events';
import { createServer, request as send, type Agent, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@jest/globals';
import { pinnedAgent, type PinnedRequest } from './pinned-agent.js';

function mustHold(holds: boolean, what: string): void {
  if (!holds)
    throw new Error(`http.Agent has changed: ${what}. See src/platform/outbound/connections/README.md.`);
}

const IDLE_MS = 100;

describe('of what http.Agent does not promise', () => {
  let server: Server;
  let agent: Agent;
  let opened: { pool: string; receivers: readonly string[] }[];

  beforeAll(async () => {
    server = createServer((_, response) => void response.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  beforeEach(() => {
    opened = [];
    const options = { keepAlive: true, timeout: IDLE_MS, scheduling: 'fifo' } as const;
    agent = pinnedAgent('http:', options, (_, of) => opened.push(of));
  });
  afterEach(() => agent.destroy());
  afterAll(() => server.close().closeAllConnections());

  const begin = () => {
    const { port } = server.address() as AddressInfo;
    const options: PinnedRequest = { port, agent, pool: 'pool', receivers: ['one.example', '127.0.0.1'] };
    return send(options, (response) => response.resume()).end();
  };
  const isFree = (socket: Socket): boolean => agent.freeSockets.pool?.includes(socket) === true;
  const freed = async (): Promise<Socket> => {
    const free = once(agent, 'free', { signal: AbortSignal.timeout(5000) });
    await once(begin(), 'response');
    const [socket] = (await free.catch(() => [])) as Socket[];
    mustHold(socket !== undefined, 'it emits no free when a response has been read');
    return socket as Socket;
  };

  it('createConnection of an instance gets the options of the request', async () => {
    await freed();
    mustHold(
      JSON.stringify(opened) === '[{"pool":"pool","receivers":["one.example","127.0.0.1"]}]',
      'it makes connections without createConnection, or without the options of the request',
    );
  });

  it('free comes when the connection is in freeSockets, under the name of getName', async () => {
    let wasFree = false;
    agent.on('free', (socket: Socket) => (wasFree = isFree(socket)));
    await freed();
    mustHold(
      wasFree,
      'it emits free before the connection is in freeSockets, or keeps it under another name',
    );
  });

  it('a request takes the first of freeSockets at once', async () => {
    const socket = await freed();
    const next = begin();
    mustHold(!isFree(socket), 'a request takes a free connection later than request() returns');
    await once(next, 'response');
    mustHold(opened.length === 1, 'a request makes a connection though one is free');
  });

  it('agentRemove takes a connection that is ended out of freeSockets at once', async () => {
    const socket = await freed();
    socket.end();
    socket.emit('agentRemove');
    mustHold(!isFree(socket), 'a connection that is ended stays in freeSockets after agentRemove');
    socket.destroy();
  });

  it('a free connection emits timeout, is destroyed then, and is in freeSockets until the agent hears its close', async () => {
    const socket = await freed();
    const order: string[] = [];
    socket.once('timeout', () => order.push('timeout'));
    socket.prependOnceListener('close', () => order.push(isFree(socket) ? 'close' : 'close, not free'));
    await once(socket, 'close', { signal: AbortSignal.timeout(5000) }).catch(() => order.push('nothing'));
    mustHold(
      order.join() === 'timeout,close',
      `an idle connection comes to ${order.join()} instead of timeout and close while it is free`,
    );
  });
});
