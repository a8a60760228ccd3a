import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ServerStop } from './server-stop.js';

const PATIENCE = { idleMs: 0, responseMs: 5000 };
const request = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe('stopping a server', () => {
  let server: Server;
  let stop: ServerStop;
  let sockets: Socket[] = [];

  const listen = async (listener: RequestListener): Promise<void> => {
    server = createServer(listener);
    stop = new ServerStop(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  };
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    server.close();
  });

  const client = (): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    return socket;
  };
  const connected = async (): Promise<Socket> => {
    const socket = client();
    const [taken] = (await once(server, 'connection')) as [Socket];
    if (socket.connecting) await once(socket, 'connect');
    expect(taken.remotePort).toBe(socket.localPort);
    return socket;
  };

  it('responds to what was sent on connections that it has not yet taken', async () => {
    await listen((_request, response) => response.end('done'));
    const clients = Array.from({ length: 50 }, client);
    await once(server, 'connection');
    for (const socket of clients) if (socket.connecting) await once(socket, 'connect');
    for (const socket of clients) socket.write(request());
    const [, ...responses] = await Promise.all([stop.close(PATIENCE), ...clients.map(text)]);
    expect(responses.filter((response) => !/Connection: close.*done$/s.test(response))).toEqual([]);
  });

  it('tells those who wait for a response that their connection ends with it', async () => {
    let respond = (): void => undefined;
    await listen((_request, response) => (respond = () => response.end('late')));
    const socket = await connected();
    socket.write(request());
    await once(server, 'request');
    const stopped = stop.close(PATIENCE);
    await nextTurn();
    respond();
    expect(await text(socket)).toMatch(/Connection: close.*late$/s);
    await stopped;
  });

  it('responds to all requests of a connection that were sent at once, and ends it with the last', async () => {
    await listen(({ url }, response) => void nextTurn().then(() => response.end(url)));
    const socket = await connected();
    stop.announce();
    socket.write(['/1', '/2', '/3'].map(request).join(''));
    const [responses] = await Promise.all([text(socket), stop.close(PATIENCE)]);
    expect(responses.match(/200 OK|Connection: close|\/\d(?!\.)/g)).toEqual([
      ...['200 OK', '/1', '200 OK', '/2'],
      ...['200 OK', 'Connection: close', '/3'],
    ]);
  });

  it('cuts off no response that a client takes slowly, and no request that it sends slowly', async () => {
    const size = 10_000_000;
    await listen((_request, response) => response.end('x'.repeat(size)));
    const [reader, writer] = [await connected(), await connected()];
    reader.write(request());
    const [slowest, ...rest] = request();
    writer.write(slowest ?? '');
    await once(server, 'request');
    const stopped = stop.close(PATIENCE);
    setTimeout(() => writer.write(rest.join('')), 300);
    setTimeout(() => reader.resume(), 600);
    const [slow, written] = await Promise.all([text(reader), text(writer), stopped]);
    expect([slow.length, written.length].map((length) => length > size)).toEqual([true, true]);
  });

  it('closes connections on which nothing was sent, and at the end all others', async () => {
    await listen((_request, response) => response.writeHead(200).write('never ends'));
    const [unused, endless] = [await connected(), await connected()];
    endless.write(request());
    await once(server, 'request');
    const began = performance.now();
    const closed = once(unused, 'close').then(() => performance.now() - began);
    unused.resume();
    endless.on('error', () => undefined).resume();
    await stop.close({ idleMs: 0, responseMs: 2000 });
    expect(await closed).toBeLessThan(1900);
    expect(performance.now() - began).toBeGreaterThan(1950);
  });
});
