import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { ApiClient } from '../../src/testing/api-client.js';
import { until } from '../../src/testing/until.js';
import { untilNumbered } from '../support/application/published-events.js';
import { Installation } from '../support/installations/installation.js';
import { slackNow } from '../support/programs/machine-load.js';
import type { Program } from '../support/programs/program.js';
import { FollowedStream } from '../support/requests/followed-stream.js';
import { percentile } from '../support/requests/request-times.js';
import { StoppablePostgres } from '../support/servers/stoppable-postgres.js';

const MINUTES = 60_000;
const WRITES = Number(process.env.FAULTS_WRITES ?? 10_000);
const WRITERS = 8;
const RECORDS_OF_A_KIND = 5;
const KINDS = ['clients', 'departments', 'pipelines', 'tags'];
const KILLS = Math.min(5, Number(process.env.FAULTS_KILLS ?? 5));
const HELD_MS = 30_000;

interface Seen {
  readonly cursor: string;
  readonly topic: string;
  readonly occurred_on: string;
  readonly resource: { readonly id: string };
  readonly values?: { readonly name?: { readonly from: string; readonly to: string } };
}

interface Acknowledged {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

let postgres: StoppablePostgres;
let installation: Installation & { api: ApiClient };
let worker: Program;
let apis: ApiClient[];
let isOver = false;
let slack: number;

beforeAll(async () => {
  slack = await slackNow();
  postgres = await StoppablePostgres.start();
  installation = await Installation.begin({ databaseUrl: await postgres.newDatabase() });
  worker = await installation.startWorker();
  const urls = [installation.url, await installation.startFurtherApi()];
  apis = urls.map((url) => new ApiClient(url, installation.api.token));
});
afterAll(async () => {
  isOver = true;
  await installation.killAll();
  await postgres.remove();
});

/** Follows the feed by pages until the test is over. */
class Reader {
  readonly seen: Seen[] = [];
  /** From each change to when it was read, in milliseconds. */
  readonly lags: number[] = [];

  constructor(
    private readonly api: ApiClient,
    private cursor: string,
    private readonly query: string,
  ) {}

  get cursors(): string[] {
    return this.seen.map(({ cursor }) => cursor);
  }

  async follow(): Promise<void> {
    while (!isOver) await this.read();
  }

  async read(): Promise<boolean> {
    const path = `/v1/changes?cursor=${this.cursor}&${this.query}`;
    const { status, body } = await this.api.get<{
      results: Seen[];
      next_cursor: string;
      has_more: boolean;
    }>(path);
    if (status !== 200) throw new Error(`The feed answered ${status}: ${JSON.stringify(body)}`);
    this.seen.push(...body.results);
    this.lags.push(...body.results.map((one) => Date.now() - Date.parse(one.occurred_on)));
    this.cursor = body.next_cursor;
    return body.has_more;
  }
}

describe('the feed of changes', () => {
  /** It commits when it is told to. @returns the id of the record of its event */
  const holdTransaction = async (): Promise<{ id: string; commit: () => Promise<void> }> => {
    const client = new Client({ connectionString: installation.databaseUrl });
    await client.connect();
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO outbox_events (id, organization_id, topic, body, occurred_at, modified_properties)
       SELECT gen_random_uuid(), c.organization_id, 'client.modified',
         json_build_object('Payload', json_build_object('Id', c.id))::text, now(), '{name}'
       FROM clients c RETURNING body::json #>> '{Payload,Id}' AS id`,
    );
    const commit = async (): Promise<void> => {
      await client.query('COMMIT');
      await client.end();
    };
    return { id: rows[0]?.id ?? '', commit };
  };

  it(
    `shows three readers one sequence of ${WRITES} writes, over two processes, ${KILLS} killed relays and a transaction of ${HELD_MS / 1000} s`,
    async () => {
      const [one, two] = apis as [ApiClient, ApiClient];
      const records: string[] = [];
      await one.create('/v1/clients', { name: 'Held' });
      const held = await holdTransaction();
      for (const kind of KINDS) {
        for (let n = 0; n < RECORDS_OF_A_KIND; n += 1) {
          const stages = kind === 'pipelines' ? { stages: [{ name: 'First' }] } : {};
          const { id } = await one.create(`/v1/${kind}`, { name: `${kind} ${n}`, ...stages });
          records.push(`/v1/${kind}/${id}`);
        }
      }
      await untilNumbered((statement) => installation.rows(statement));
      const { body } = await one.get<{ next_cursor: string }>('/v1/changes?cursor=now');
      const from = body.next_cursor;

      const readers = [
        new Reader(one, from, 'pageSize=50&wait=2&expand=values'),
        new Reader(two, from, 'wait=2'),
      ];
      const reading = readers.map((reader) => reader.follow());
      const stream = new FollowedStream(`${two.url}/v1/changes/stream?cursor=${from}`, two.token ?? '');

      const first = readers[0] as Reader;
      const second = readers[1] as Reader;
      const held30s = pause(HELD_MS);
      const acknowledged: Acknowledged[] = [];
      let begun = 0;
      const write = async (writer: number, target: number): Promise<void> => {
        while (begun < target) {
          begun += 1;
          const path = records[Math.floor(Math.random() * records.length)] ?? '';
          const name = `Name ${writer} ${begun}`;
          const answer = await (writer % 2 ? one : two).patch<{ id: string; modified_date: string }>(path, {
            name,
          });
          if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
          acknowledged.push({ id: answer.body.id, name, version: answer.body.modified_date });
        }
      };
      const allHave = (count: number): Promise<void> =>
        until(
          `all readers have ${count}`,
          () => [...readers.map(({ seen }) => seen), stream.events].every((all) => all.length >= count),
          60 * slack,
        );
      // While the relay works: until it is killed.
      const lags: number[] = [];
      for (let round = 1; round <= KILLS + 1; round += 1) {
        const target = Math.round((WRITES * round) / (KILLS + 1));
        const [before, seen] = [begun, first.lags.length];
        const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer, target)));
        if (round <= KILLS) {
          await until('half of them are written', () => begun >= (before + target) / 2, 300);
          lags.push(...first.lags.slice(seen));
          await worker.kill('SIGKILL');
          worker = await installation.startWorker();
        }
        await writing;
        await allHave(target);
      }
      expect(acknowledged).toHaveLength(WRITES);

      // Whether the transaction is open or not.
      const before = readers.map(({ seen }) => seen.length);
      await held30s;
      await held.commit();
      await allHave(WRITES + 1);
      await pause(2000);
      isOver = true;
      stream.stop();
      await Promise.all(reading);

      const whole = new Reader(one, from, 'pageSize=500');
      while (await whole.read());
      console.log(
        `${WRITES} writes: while a relay works read after a median of ${percentile(lags, 0.5)} ms, p99 ${percentile(lags, 0.99)} ms; with the starts of ${KILLS} after at most ${Math.max(...first.lags.slice(0, WRITES))} ms`,
      );

      // The machine is busy with the writes alone.
      expect(percentile(lags, 0.5)).toBeLessThan(1000 * slack);
      expect(before).toEqual([WRITES, WRITES]);
      expect(first.seen).toHaveLength(WRITES + 1);
      expect(second.cursors).toEqual(first.cursors);
      expect(stream.events.map(({ id }) => id)).toEqual(first.cursors);
      expect(stream.connections).toBe(1);
      expect(whole.cursors).toEqual(first.cursors);
      // No position is empty: only this organization has written.
      expect(first.cursors).toEqual(
        first.cursors.map((_, index) => String(BigInt(from) + BigInt(index) + 1n)),
      );
      expect(first.seen.at(-1)).toMatchObject({ topic: 'client.modified', resource: { id: held.id } });

      for (const path of records) {
        const id = path.split('/').at(-1);
        const versions = acknowledged
          .filter((write) => write.id === id)
          .sort((a, b) => (a.version < b.version ? -1 : 1));
        const names = first.seen
          .filter(({ resource, values }) => resource.id === id && values?.name)
          .map(({ values }) => values?.name);
        expect(names.map((name) => name?.to)).toEqual(versions.map(({ name }) => name));
        expect(names.slice(1).map((name) => name?.from)).toEqual(names.slice(0, -1).map((name) => name?.to));
      }
    },
    15 * MINUTES,
  );
});
