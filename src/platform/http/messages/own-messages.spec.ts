import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express, { json, type Express } from 'express';
import { ownMessages, type ExpressInstance } from './own-messages.js';

interface Seen {
  readonly prototype: unknown;
  readonly members: readonly string[];
}

const look = (message: object): Seen => ({
  prototype: Object.getPrototypeOf(message),
  // Node notes there, on every message, that somebody listens.
  members: Object.keys(message).filter((name) => name !== '_eventsCount'),
});

describe('messages of our own classes', () => {
  let app: Express & ExpressInstance;
  let server: Server;
  let created: readonly Seen[];
  let routed: readonly Seen[];

  beforeEach(async () => {
    app = express();
    app.use((_request, _response, next) => next());
    app.use(json());
    app.post('/things/:id', (request, response) => {
      routed = [look(request), look(response)];
      response.json({ path: request.path, id: request.params.id, query: request.query });
    });
    const options: ServerOptions = ownMessages(app);
    server = createServer(options, (request: IncomingMessage, response: ServerResponse) => {
      created = [look(request), look(response)];
      app(request, response);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/things/7?a=1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(await response.json()).toEqual({ path: '/things/7', id: '7', query: { a: '1' } });
  });
  afterEach(() => new Promise((closed) => server.close(closed)));

  it('have the prototypes that Express gives, app.request and app.response', () => {
    const sentence = 'Express gives messages another prototype than app.request and app.response';
    const given = [app.request, app.response];
    for (const seen of [created, routed]) {
      expect([sentence, seen.map(({ prototype }) => given.some((one) => one === prototype))]).toEqual([
        sentence,
        [true, true],
      ]);
    }
  });

  it.each([
    ['requests', 0],
    ['responses', 1],
  ])('have a place for every member that Express, its router and its parsers put on %s', (kind, index) => {
    const sentence = `These members are put on ${kind} later: add them to own-messages.ts`;
    const known = created[index]?.members ?? [];
    const later = routed[index]?.members.filter((name) => !known.includes(name));
    expect([sentence, later]).toEqual([sentence, []]);
  });
});
