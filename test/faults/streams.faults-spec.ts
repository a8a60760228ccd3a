import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../../src/testing/api-client.js';
import { until } from '../../src/testing/until.js';
import { untilNumbered } from '../support/application/published-events.js';
import { collectsGarbage, Installation } from '../support/installations/installation.js';
import { EventSource } from '../support/requests/event-source.js';
import { FollowedStream } from '../support/requests/followed-stream.js';
import { slackNow } from '../support/programs/machine-load.js';
import { StoppablePostgres } from '../support/servers/stoppable-postgres.js';

const MINUTES = 60_000;
const STOPS = 5;
const STOP_SECONDS = 10;
const PER_TOKEN = 5;
const TOKENS = 4;
const EVENTS = 3000;
const EVENT_BYTES = 10_000;
/** Of what they do not read, the streams would hold 600. Each may hold one, and what is read for it next. */
const MOST_MEBIBYTES = 250;

describe('streams of changes', () => {
  let postgres: StoppablePostgres;
  let installation: Installation & { api: ApiClient };
  let api: ApiClient;
  let other: ApiClient;
  let token: string;
  let slack: number;

  beforeAll(async () => {
    slack = await slackNow();
    postgres = await StoppablePostgres.start();
    installation = await Installation.begin({
      databaseUrl: await postgres.newDatabase(),
      settings: collectsGarbage,
    });
    ({ api } = installation);
    token = api.token ?? '';
    await installation.startWorker();
    other = new ApiClient(await installation.startFurtherApi(), token);
  });
  afterAll(async () => {
    await installation.killAll();
    await postgres.remove();
  });

  const now = async (): Promise<string> => {
    await untilNumbered((statement) => installation.rows(statement));
    return (await other.get<{ next_cursor: string }>('/v1/changes?cursor=now')).body.next_cursor;
  };
  const stream = (query: string): string => `${installation.url}/v1/changes/stream?${query}`;

  it(
    `end with \`retry\` in each of ${STOPS} stops, and their clients miss nothing and get nothing twice`,
    async () => {
      const from = await now();
      const all = new FollowedStream(stream(`cursor=${from}`), token);
      // Where there was no event yet, only the stream can tell where to go on.
      const quiet = new FollowedStream(stream('cursor=now&topics=department.*'), token);
      await until('both stream', () => all.connections + quiet.connections === 2);
      const client = await other.create('/v1/clients', { name: 'Streamed' });
      let isOver = false;
      const writing = (async () => {
        for (let n = 0; !isOver; n += 1)
          expect((await other.patch(`/v1/clients/${client.id}`, { name: `${n}` })).status).toBe(200);
      })();
      const seconds: number[] = [];
      for (let stop = 1; stop <= STOPS; stop += 1) {
        await until('they stream', () => all.connections === stop && quiet.connections === stop);
        const before = all.events.length;
        await until('some have come', () => all.events.length > before + 20);
        const began = performance.now();
        expect(await installation.endApi('SIGTERM')).toBe(0);
        seconds.push((performance.now() - began) / 1000);
        await other.create('/v1/departments', { name: `Made while it was away ${stop}` });
        await installation.startApi();
      }
      isOver = true;
      await writing;
      const end = BigInt(await now());
      const count = Number(end - BigInt(from));
      await until('all have come', () => all.events.length >= count && quiet.events.length >= STOPS);
      console.log(`${count} events over ${STOPS} stops of at most ${Math.max(...seconds).toFixed(1)} s`);
      for (const one of [all, quiet]) {
        expect([one.told, one.connections]).toEqual([STOPS, STOPS + 1]);
        one.stop();
      }
      expect(all.ids).toEqual(Array.from({ length: count }, (_, n) => String(BigInt(from) + BigInt(n) + 1n)));
      const departments = all.events.filter(({ data }) => data.topic === 'department.created');
      expect(quiet.ids).toEqual(departments.map(({ id }) => id));
      expect(departments).toHaveLength(STOPS);
      expect(Math.max(...seconds)).toBeLessThan(STOP_SECONDS * slack);
    },
    5 * MINUTES,
  );

  it(
    `of ${TOKENS * PER_TOKEN} clients that do not read are dropped, take little memory, and hold nobody back`,
    async () => {
      const from = await now();
      const tokens: string[] = [];
      for (let n = 0; n < TOKENS; n += 1) {
        const made = await api.create<{ token: string }>('/v1/access-tokens', {
          name: `Sleeper ${n}`,
          scopes: ['read'],
        });
        tokens.push(made.token);
      }
      const begin = await now();
      const sleepers: IncomingMessage[] = [];
      for (const [n, sleeper] of tokens.entries()) {
        for (let count = 0; count < PER_TOKEN; count += 1) {
          const url = stream(`expand=values&cursor=${n % 2 ? from : 'now'}`);
          const request = get(url, { headers: { 'X-API-KEY': sleeper }, agent: false });
          request.on('error', () => undefined);
          const [response] = (await once(request, 'response')) as [IncomingMessage];
          response.on('error', () => undefined);
          sleepers.push(response);
        }
      }
      const reader = await EventSource.open(stream(`expand=values&cursor=${begin}`), token);
      const hasRoom = async (one: string): Promise<boolean> => {
        const tried = await EventSource.open(stream('cursor=now'), one);
        tried.close();
        return tried.status === 200;
      };
      expect(await hasRoom(tokens[0] ?? '')).toBe(false);

      const pid = installation.programs[0]?.pid ?? 0;
      const mebibytes = async (): Promise<number> => {
        const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
        return Number(kibibytes) / 1024;
      };
      const [before, sizes] = [await mebibytes(), [] as number[]];
      await installation.rows(
        `INSERT INTO outbox_events (id, organization_id, topic, body, occurred_at, modified_properties, "values")
         SELECT gen_random_uuid(), c.organization_id, 'client.modified',
           json_build_object('Payload', json_build_object('Id', c.id))::text, now(), '{name}',
           jsonb_build_object('name', jsonb_build_object('from', n::text, 'to', repeat('x', ${EVENT_BYTES})))
         FROM (SELECT * FROM clients LIMIT 1) c, generate_series(1, ${EVENTS}) n`,
      );
      const began = performance.now();
      const watched = async (isSo: () => boolean | Promise<boolean>): Promise<boolean> => {
        sizes.push(await mebibytes());
        return isSo();
      };
      await until('who reads has all', () => watched(() => reader.events.length >= EVENTS), 20 * slack, 100);
      const readMs = performance.now() - began;
      for (const one of tokens)
        await until('who does not is dropped', () => watched(() => hasRoom(one)), 60 * slack, 500);
      const grown = Math.max(...sizes) - before;
      console.log(
        `${EVENTS} events of ${EVENT_BYTES} bytes read in ${(readMs / 1000).toFixed(1)} s; ${sleepers.length} sleepers dropped; ${grown.toFixed(0)} MiB more at most`,
      );
      expect(reader.isEnded).toBe(false);
      reader.close();
      for (const one of sleepers) one.destroy();
      await pause(100);
      expect(grown).toBeLessThan(MOST_MEBIBYTES);
    },
    5 * MINUTES,
  );
});
