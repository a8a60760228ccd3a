import { spawnSync } from 'node:child_process';
import { LedgerReceiver, type Receipt } from '../support/servers/ledger-receiver.js';
import { Program } from '../support/programs/program.js';
import { RedisServer } from '../support/servers/redis-server.js';
import { until } from '../../src/testing/until.js';
import type { BenchDatabase } from './servers/bench-database.js';
import type { Schedule } from './comparison.js';
import { removeWritten } from './workloads/data-set.js';
import { fire, spentSince, type Load } from './measuring/load.js';
import { cpuSecondsOf } from './servers/process-usage.js';
import { makeDeliveriesUnderWay } from './workloads/recorded-sending.js';
import { brief, table } from './report/report.js';
import type { ServerProcess } from './servers/server-process.js';
import { startApi, startWorker, type Running, type Stage } from './servers/servers.js';
import { median } from './measuring/statistics.js';
import { StepProgress } from './report/step-progress.js';
import { createActualTime, createActualTimes, type Scene } from './workloads/workloads.js';

const SUBSCRIBERS = 16;
/** Delivered before anything is counted: as many again, by then both have compiled what they run often. */
const WARM_UP_EVENTS = 750;
const WARM_UP = WARM_UP_EVENTS * SUBSCRIBERS;
const EVENTS = 750;
const EXPECTED = EVENTS * SUBSCRIBERS;
/** Of the bare loops, and of the program, whose receivers are on one host here. */
const CONCURRENCY = 64;
const MAX_SECONDS = 300;
const ASKED_EVERY_MS = 250;

interface Sent {
  readonly perSecond: number;
  /** Of the processes that sign, send and write down, for each delivery. */
  readonly cpuMs: number;
  /** Of the connections of PostgreSQL, for each delivery. */
  readonly databaseCpuMs: number;
}

export interface DeliveryOutcome extends Sent {
  readonly title: string;
  /** What has to be reached, as a share of the loop that records. */
  readonly target?: number;
}

/** Deliveries per second at the receiver: of bare loops, and from events with a record of every attempt. */
export async function compareDeliveries(
  stage: Stage,
  scene: Scene,
  { rounds }: Schedule,
): Promise<DeliveryOutcome[]> {
  const redis = hasRedis() ? await RedisServer.prepare() : undefined;
  if (!redis) process.stderr.write('W8 with Redis is left out: there is no redis-server on the PATH.\n');
  await redis?.start();
  const progress = new StepProgress('delivering');
  const ways = [
    { title: RECORDING, send: () => sendAndRecord(stage, scene) },
    { title: 'signed and sent, nothing else', send: () => sendBare(stage.database) },
    { title: 'no queue', send: () => deliver(stage, scene, { QUEUE: 'off' }) },
    { title: 'queue in PostgreSQL', target: 0.5, send: () => deliver(stage, scene, {}) },
    {
      title: 'queue in PostgreSQL, each event of a request of its own',
      send: () => deliver(stage, scene, {}, { isOneByOne: true }),
    },
    { title: 'two workers, queue in PostgreSQL', send: () => deliver(stage, scene, {}, { workers: 2 }) },
    ...(redis
      ? [
          {
            title: 'queue in Redis',
            target: 0.6,
            send: () => deliver(stage, scene, { REDIS_URL: redis.url }),
          },
          {
            title: 'two workers, queue in Redis',
            send: () => deliver(stage, scene, { REDIS_URL: redis.url }, { workers: 2 }),
          },
        ]
      : []),
  ];
  const rates = new Map(ways.map((way) => [way, [] as Sent[]]));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const way of ways) {
        progress.next(`W8 ${way.title}, round ${round} of ${rounds}`, rounds * ways.length);
        rates.get(way)?.push(await way.send());
      }
    }
  } finally {
    progress.end();
    await redis?.remove();
  }
  return [...rates].map(([{ send: _send, ...way }, sent]) => ({
    ...way,
    perSecond: median(sent.map(({ perSecond }) => perSecond)),
    cpuMs: median(sent.map(({ cpuMs }) => cpuMs)),
    databaseCpuMs: median(sent.map(({ databaseCpuMs }) => databaseCpuMs)),
  }));
}

export function deliveryTable([bare, ...others]: readonly DeliveryOutcome[]): string {
  const head = [
    ...['', 'Webhook deliveries', 'Deliveries/s', 'Ratio', 'Must reach', ''],
    ...['CPU ms/delivery', 'in PostgreSQL', 'Ratio of both'],
  ];
  const rowOf = ({ title, perSecond, cpuMs, databaseCpuMs, target }: DeliveryOutcome): string[] => {
    const ratio = perSecond / (bare?.perSecond ?? NaN);
    const verdict = target === undefined ? ['', ''] : [String(target), ratio >= target ? 'yes' : 'no'];
    const both = bare ? (bare.cpuMs + bare.databaseCpuMs) / (cpuMs + databaseCpuMs) : NaN;
    const costs = [brief(cpuMs), brief(databaseCpuMs), both.toFixed(2)];
    return ['W8', title, brief(perSecond), ratio.toFixed(2), ...verdict, ...costs];
  };
  return table(head, [...(bare ? [bare] : []), ...others].map(rowOf));
}

const RECORDING = 'signed, sent and recorded';

const paths = Array.from({ length: SUBSCRIBERS }, (_, index) => `/${index}`);

async function sendBare(
  database: BenchDatabase,
  settings: Readonly<Record<string, string>> = {},
  prepare: (urls: readonly string[]) => Promise<void> = async () => undefined,
): Promise<Sent> {
  const receiver = await LedgerReceiver.start();
  try {
    const urls = paths.map((path) => receiver.url(path));
    await prepare(urls);
    const amounts = [WARM_UP, EXPECTED, CONCURRENCY].map(String);
    const sender = new Program(['test/bench/servers/bare-sender.mjs', ...amounts, ...urls], settings);
    await sender.says(/warmed up/);
    const before = await database.cpuSeconds();
    const [, cpuMs] = await sender.says(/sent with (\S+) ms/);
    const spent = spentSince(before, await database.cpuSeconds());
    await sender.end();
    return {
      perSecond: rateOf(await receiver.received()),
      cpuMs: Number(cpuMs) / EXPECTED,
      databaseCpuMs: (spent * 1000) / EXPECTED,
    };
  } finally {
    await receiver.stop();
  }
}

/** Into the tables of the program, with their indexes. */
async function sendAndRecord({ database }: Stage, scene: Scene): Promise<Sent> {
  const prepare = (urls: readonly string[]): Promise<void> =>
    makeDeliveriesUnderWay(database, scene.organizationId, WARM_UP_EVENTS + EVENTS, urls);
  try {
    return await sendBare(database, { DATABASE_URL: database.url }, prepare);
  } finally {
    await removeWritten(database, scene);
  }
}

interface Operation {
  readonly workers?: number;
  readonly isOneByOne?: boolean;
}

/**
 * The program as it is operated: an API, workers, and a queue, through which several share. The events are those of one bulk
 * request, since the loops make none either.
 */
async function deliver(
  stage: Stage,
  scene: Scene,
  extra: Readonly<Record<string, string>>,
  { workers: count = 1, isOneByOne = false }: Operation = {},
): Promise<Sent> {
  const settings = {
    ...extra,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_HOST_CAP: String(CONCURRENCY),
  };
  const receiver = await LedgerReceiver.start();
  const api = await startApi(stage, settings);
  const workers: ServerProcess[] = [];
  try {
    while (workers.length < count) workers.push(await startWorker(stage, settings));
    await subscribe(api, receiver);
    let expected = 0;
    const send = async (events: number): Promise<void> => {
      await fire(api, isOneByOne ? oneByOne(scene, events) : together(scene, events));
      expected += events * SUBSCRIBERS;
      const haveArrived = async (): Promise<boolean> => (await receiver.counts()).count >= expected;
      await until('all webhooks have arrived', haveArrived, MAX_SECONDS, ASKED_EVERY_MS);
      const recorded = async (): Promise<boolean> => (await attemptsOf(stage, scene)) >= expected;
      await until('every attempt is recorded', recorded, MAX_SECONDS, ASKED_EVERY_MS);
    };
    await send(WARM_UP_EVENTS);
    const ofPrograms = (): number => [api, ...workers].reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
    const before = { programs: ofPrograms(), database: await stage.database.cpuSeconds() };
    await send(EVENTS);
    const cpu = ofPrograms() - before.programs;
    const inDatabase = spentSince(before.database, await stage.database.cpuSeconds());
    return {
      perSecond: rateOf(await receiver.received()),
      cpuMs: (cpu * 1000) / EXPECTED,
      databaseCpuMs: (inDatabase * 1000) / EXPECTED,
    };
  } finally {
    await Promise.all([api, ...workers].map((program) => program.stop()));
    await receiver.stop();
    await removeWritten(stage.database, scene);
  }
}

const oneByOne = (scene: Scene, events: number): Load => ({
  seconds: 0,
  amount: events,
  request: (random) => createActualTime(scene, random),
});

const together = (scene: Scene, events: number): Load => ({
  seconds: 0,
  amount: 1,
  connections: 1,
  variety: 1,
  request: (random) => createActualTimes(scene, random, events),
});

async function subscribe({ url, token }: Running, receiver: LedgerReceiver): Promise<void> {
  const post = async (path: string, body: unknown): Promise<{ id: string }> => {
    const headers = { 'X-API-KEY': token, 'Content-Type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`POST ${path} is answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  for (const path of paths) {
    const { id } = await post('/v1/webhook-subscribers', { name: path, url: receiver.url(path) });
    await post(`/v1/webhook-subscribers/${id}/subscriptions`, { topics: ['actualtime.created'] });
  }
}

async function attemptsOf({ database }: Stage, { organizationId }: Scene): Promise<number> {
  const found = await database.first<{ count: number }>(
    `SELECT count(*)::int AS count FROM webhook_attempts WHERE organization_id = $1 AND outcome = 'succeeded'`,
    [organizationId],
  );
  return found?.count ?? 0;
}

/** After the warm-up, from the first arrival to the last one. */
function rateOf(receipts: readonly Receipt[]): number {
  const times = receipts.slice(WARM_UP).map(({ at }) => at);
  return (times.length * 1000) / (Math.max(...times) - Math.min(...times));
}

const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0;
