import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { GatheringSocket } from './gathering-socket.js';

it('sends together what is written before the running code ends, also in promises', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new GatheringSocket();
  const arrived = once(server, 'connection');
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[receiver]] = await Promise.all([arrived, once(socket, 'connect')]);

  socket.write('BEGIN;');
  await Promise.resolve().then(() => socket.write('INSERT;'));
  expect(socket.writableCorked).toBe(1);
  expect(socket.writableLength).toBe('BEGIN;INSERT;'.length);

  await new Promise((resolve) => setImmediate(resolve));
  expect(socket.writableCorked).toBe(0);
  socket.end('COMMIT;');
  expect(await text(receiver)).toBe('BEGIN;INSERT;COMMIT;');
  server.close();
});
