import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationsWithBody, readingOperations } from '../support/requests/described-operations.js';
import { hostileBodies, hostileMembersOf } from '../support/requests/hostile-bodies.js';
import { hostileHeaders, hostileQueries } from '../support/requests/hostile-queries.js';
import { UNUSED_ID } from '../support/requests/refusals.js';
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.js';
import { WatchedProgram, type Usage } from '../support/programs/watched-program.js';

const MAX_MS = 100;
const MAX_BYTES = 64 * 1024;
const MAX_FAULTS = 100;
// A machine with other things to do can hold up any one request; one that freezes the program does so each time.
const TRIES = 6;

interface Answer {
  readonly status: number;
  readonly bytes: number;
  readonly errors: Record<string, string[]>;
  readonly detail: string;
}

describe('a hostile shape', () => {
  const agent = new Agent({ keepAlive: true });
  let database: TestDatabase;
  let directory: string;
  let program: WatchedProgram;
  let url: string;
  let token: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    directory = await mkdtemp(join(tmpdir(), 'planning-hostile-'));
    program = new WatchedProgram(['dist/main.js', '--api-only'], {
      DATABASE_URL: database.url,
      DATA_DIRECTORY: directory,
      WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      RATE_LIMIT_REQUESTS: '1000000',
    });
    token = await program.firstToken();
    url = await program.address();
  });
  afterAll(async () => {
    agent.destroy();
    await program.kill('SIGTERM');
    await database.drop();
    await rm(directory, { recursive: true });
  });

  const send = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: Buffer,
  ): Promise<Answer> => {
    // Not with fetch, which takes longer over a mebibyte than the program does.
    const sent = request(url + path, {
      method,
      agent,
      headers: {
        'X-API-KEY': token,
        'Content-Type': 'application/json',
        'Content-Length': body?.length ?? 0,
        ...headers,
      },
    });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const text = Buffer.concat(await response.toArray()).toString();
    const { errors = {}, detail = '' } = JSON.parse(text) as Partial<Answer>;
    return { status: response.statusCode ?? 0, bytes: Buffer.byteLength(text), errors, detail };
  };

  const faultsOf = ({ status, bytes, errors, detail }: Answer): string[] => {
    const listed = Object.values(errors).flat().length;
    return [
      ...(status >= 400 && status < 500 ? [] : [`status ${status}`]),
      ...(bytes <= MAX_BYTES ? [] : [`${bytes} bytes`]),
      ...(listed <= MAX_FAULTS ? [] : [`${listed} faults`]),
      ...(listed > 0 || detail !== '' ? [] : ['names nothing']),
    ];
  };

  /** What is wrong with how the program takes it: the best of several tries. */
  const wrongWith = async (name: string, ask: () => Promise<Answer>): Promise<string[]> => {
    const best: Usage = { cpuMs: Infinity, delayMs: Infinity };
    for (let tried = 0; tried < TRIES && Math.max(best.cpuMs, best.delayMs) >= MAX_MS; tried += 1) {
      const { result, usage } = await program.measure(ask);
      const faults = faultsOf(result);
      if (faults.length > 0) return faults.map((fault) => `${name}: ${fault}`);
      best.cpuMs = Math.min(best.cpuMs, usage.cpuMs);
      best.delayMs = Math.min(best.delayMs, usage.delayMs);
    }
    const slow = Object.entries(best).filter(([, milliseconds]) => milliseconds >= MAX_MS);
    return slow.map(([what, milliseconds]) => `${name}: ${what} ${Math.round(milliseconds)}`);
  };

  it.each(operationsWithBody)('is refused by $method $path at once', async ({ method, path, schema }) => {
    const wrong: string[] = [];
    for (const { name, bytes, encoding } of [...hostileBodies, ...hostileMembersOf(schema)]) {
      const headers: Record<string, string> = encoding === undefined ? {} : { 'Content-Encoding': encoding };
      wrong.push(...(await wrongWith(name, () => send(method, withIds(path), headers, bytes))));
    }
    expect(wrong).toEqual([]);
  });

  it('in its path or query is refused at once by everything that is read', async () => {
    const wrong: string[] = [];
    for (const { path, parameters } of readingOperations) {
      for (const [name, end] of Object.entries(hostileQueries(parameters))) {
        wrong.push(...(await wrongWith(`${path} ${name}`, () => send('GET', withIds(path) + end))));
      }
    }
    expect(wrong).toEqual([]);
  });

  it('in its headers is refused at once', async () => {
    const wrong: string[] = [];
    for (const headers of hostileHeaders) {
      const ask = (): Promise<Answer> => send('POST', '/v1/tags', headers, Buffer.from('{"name":0}'));
      wrong.push(...(await wrongWith(JSON.stringify(headers).slice(0, 60), ask)));
    }
    expect(wrong).toEqual([]);
  });
});

const withIds = (path: string): string => path.replaceAll(/\{[^}]+\}/g, UNUSED_ID);
