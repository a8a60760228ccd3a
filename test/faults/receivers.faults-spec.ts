import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/requests/api-client.js';
import { until } from '../../src/testing/until.js';
import { freePort } from '../support/servers/free-port.js';
import { misbehaviours, receiver, type Receiver } from '../support/servers/hostile-receivers.js';
import { collectsGarbage, Installation } from '../support/installations/installation.js';
import { addresses, answers, DELAYS, hostile, twice, type Fate } from '../support/servers/receiver-fates.js';
import { receiversApart } from '../support/servers/receivers-apart.js';
import { StoppablePostgres } from '../support/servers/stoppable-postgres.js';

const MINUTES = 60_000;
const MEGABYTE = 2 ** 20;
const MAX_MEGABYTES = 20;

// What a busy machine takes to come round to a delivery that is due.
const LATE_SECONDS = 3;

interface Attempt {
  readonly outcome: string;
  readonly response_status: number | null;
  readonly error_class: string | null;
  readonly started_date: string;
  readonly duration_ms: number;
}

interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly next_attempt_date: string | null;
  readonly attempts: Attempt[];
}

describe('a receiver that misbehaves', () => {
  const fates = new Map<string, Fate>();
  const subscribers = new Map<string, string>();
  let postgres: StoppablePostgres;
  let installation: Installation & { api: ApiClient };
  let api: ApiClient;
  let server: Server;
  let forbidden: Receiver;
  let apart: Awaited<ReturnType<typeof receiversApart>>;

  beforeAll(async () => {
    postgres = await StoppablePostgres.start();
    installation = await Installation.begin({
      databaseUrl: await postgres.newDatabase(),
      settings: {
        WEBHOOK_RETRY_DELAYS_SECONDS: DELAYS.join(),
        WEBHOOK_DISABLE_MIN_ATTEMPTS: '100000',
        // Where the clock on the wall is not UTC.
        TZ: 'Asia/Kolkata',
      },
    });
    ({ api } = installation);
    apart = await receiversApart();
    // Nothing but 127.0.0.0/8 is open.
    forbidden = await receiver((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), '::1');
    server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    for (const [name, { fate }] of Object.entries(answers))
      await add(name, `${base}/${encodeURIComponent(name)}`, fate);
    for (const [index, name] of Object.keys(misbehaviours).entries()) {
      await add(name, `http://127.0.0.1:${apart.ports[index]}/`, hostile[name as keyof typeof misbehaviours]);
    }
    for (const [name, { fate, url }] of Object.entries(addresses)) {
      await add(name, `${base}/204`, fate);
      await installation.rows('UPDATE webhook_subscribers SET url = $1 WHERE name = $2', [url, name]);
    }
    await add('nobody listens', `http://127.0.0.1:${await freePort()}/`, twice(null, 'connect_failed'));
    await installation.startWorker(collectsGarbage);
  }, MINUTES);
  afterAll(async () => {
    await installation.killAll();
    await apart.close();
    forbidden.close();
    server.closeAllConnections();
    server.close();
    await postgres.remove();
  });

  const add = async (name: string, url: string, fate: Fate): Promise<void> => {
    const { id } = await api.create('/v1/webhook-subscribers', { name, url });
    await api.create(`/v1/webhook-subscribers/${id}/subscriptions`, { topics: ['client.created'] });
    subscribers.set(name, id);
    fates.set(name, fate);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    request.resume();
    await new Promise((resolve) => request.on('end', resolve));
    answers[decodeURIComponent(request.url?.slice(1) ?? '')]?.answer(
      response,
      `http://[::1]:${forbidden.port}/`,
    );
  };

  const deliveryTo = async (name: string): Promise<Delivery> => {
    const path = `/v1/webhook-subscribers/${subscribers.get(name)}/deliveries`;
    const { results } = (await api.get<{ results: { id: string }[] }>(path)).body;
    return (await api.get<Delivery>(`${path}/${results[0]?.id}`)).body;
  };

  const waitsOf = ({ attempts, next_attempt_date }: Delivery): number[] =>
    attempts.flatMap(({ started_date, duration_ms }, index) => {
      const next = attempts[index + 1]?.started_date ?? next_attempt_date;
      return next === null ? [] : (Date.parse(next) - Date.parse(started_date) - duration_ms) / 1000;
    });

  it(
    'gets the attempts and the waits that the table says, and nobody else gets anything',
    async () => {
      await api.create('/v1/clients', { name: 'Northwind' });
      const deliveries = new Map<string, Delivery>();
      for (const [name, { attempts, state = 'pending' }] of fates) {
        await until(`"${name}" has had its attempts`, async () => {
          const delivery = await deliveryTo(name);
          deliveries.set(name, delivery);
          const isOver = delivery.state === state && delivery.attempts.length >= attempts.length;
          return isOver && delivery.attempts.every(({ outcome }) => outcome !== 'started');
        }).catch(() => undefined);
      }
      const found = [...deliveries].map(([name, { state, attempts }]) => [
        name,
        state,
        attempts.map(({ response_status, error_class }) => [response_status, error_class]),
        attempts.map(({ outcome }) => outcome),
      ]);
      expect(found).toEqual(
        [...fates].map(([name, { state = 'pending', attempts }]) => [
          name,
          state,
          attempts,
          attempts.map((_, index) =>
            state === 'delivered' && index === attempts.length - 1 ? 'succeeded' : 'failed',
          ),
        ]),
      );
      const wrong = [...fates].flatMap(([name, { waits = [] }]) => {
        const were = waitsOf(deliveries.get(name) as Delivery);
        const isRight =
          were.length === waits.length && waits.every((wait, index) => isBetween(wait, were[index] ?? -1));
        return isRight ? [] : [[name, were]];
      });
      expect(wrong).toEqual([]);
      expect(forbidden.connections()).toBe(0);
      const { body } = await api.get(`/v1/webhook-subscribers/${subscribers.get('gone')}`);
      expect(body).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    },
    MINUTES,
  );

  it(
    `costs the worker less than ${MAX_MEGABYTES} MB`,
    async () => {
      const [, port] = (await installation.workers[0]?.says(/Metrics at port (\d+)/)) ?? [];
      const memory = async (): Promise<number> => {
        const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        return Number(/^process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1]) / MEGABYTE;
      };
      const round = async (): Promise<void> => {
        const names = Object.keys(misbehaviours);
        await Promise.all(
          names.map((name) => api.post(`/v1/webhook-subscribers/${subscribers.get(name)}/ping`)),
        );
        await until('the pings have ended', async () => {
          const [row] = await installation.rows<{ count: string }>(
            `SELECT count(*) FROM webhook_deliveries WHERE topic = 'webhook.ping' AND state NOT IN ('delivered', 'exhausted')`,
          );
          return Number(row?.count) === 0;
        });
      };
      for (let count = 0; count < 4; count += 1) await round();
      const before = await memory();
      const after: number[] = [];
      for (let count = 0; count < 5; count += 1) {
        await round();
        after.push(await memory());
      }
      console.log(
        `Memory of the worker in MB: ${before.toFixed(0)}, then ${after.map((one) => one.toFixed(0)).join(', ')}`,
      );
      expect(Math.max(...after) - before).toBeLessThan(MAX_MEGABYTES);
    },
    2 * MINUTES,
  );

  it(
    'is given up after the last attempt',
    async () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/500%20for%20ever`;
      await add('500 until the end', url, twice(500));
      await installation.endWorker('SIGTERM');
      await installation.startWorker({ WEBHOOK_RETRY_DELAYS_SECONDS: '1,1,2' });
      await api.create('/v1/clients', { name: 'Southwind' });
      const delivery = () => deliveryTo('500 until the end');
      await until('it is given up', async () => (await delivery()).state === 'exhausted');
      const { attempts, next_attempt_date, ...rest } = await delivery();
      expect(attempts.map(({ outcome }) => outcome)).toEqual(Array(4).fill('failed'));
      const waits = waitsOf({ attempts, next_attempt_date, ...rest });
      expect([1, 1, 2].map((wait, index) => isBetween(wait, waits[index] ?? -1))).toEqual([true, true, true]);
      expect(next_attempt_date).toBeNull();
    },
    MINUTES,
  );
});

/** Never earlier, and later by at most a fifth and what a busy machine takes. */
const isBetween = (wait: number, seconds: number): boolean =>
  seconds >= wait && seconds <= wait * 1.2 + LATE_SECONDS;
