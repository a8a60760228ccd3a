import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Redis, ReplyError } from 'ioredis';
import { ResponseWatch } from './response-watch.js';
import { RateLimitStorage, type RateLimit, type RateLimitCount } from './rate-limit.storage.js';

// Atomic between processes. A counter without an end would lock its owner out for ever.
const COUNT = `
  local hits, lefts, isRefused = {}, {}, 0
  for i, key in ipairs(KEYS) do
    hits[i] = tonumber(redis.call('GET', key) or 0)
    lefts[i] = redis.call('PTTL', key)
    if hits[i] + ARGV[1] > tonumber(ARGV[2 * i]) then isRefused = 1 end
  end
  for i, key in ipairs(KEYS) do
    if isRefused == 0 then hits[i] = redis.call('INCRBY', key, ARGV[1]) end
    if lefts[i] < 0 then
      lefts[i] = tonumber(ARGV[2 * i + 1])
      redis.call('PEXPIRE', key, lefts[i])
    end
  end
  return { isRefused, hits, lefts }`;

const GIVE_BACK = `
  if tonumber(redis.call('GET', KEYS[1]) or 0) > 0 then redis.call('DECR', KEYS[1]) end`;

interface Commands {
  count(keys: number, ...keysAndNumbers: (string | number)[]): Promise<[0 | 1, number[], number[]]>;
  giveBack(key: string): Promise<null>;
}

const FIRST_CONNECTION_MS = 1000;
const REFUSED_MS = 1000;
const PING_WITHIN_MS = 2000;

/** Shared by all processes. While Redis is away each counts alone, so the limit is never open. */
export class RedisWindowStorage
  extends RateLimitStorage
  implements OnApplicationBootstrap, OnApplicationShutdown
{
  private readonly logger = new Logger(RedisWindowStorage.name);
  private readonly redis: Redis & Commands;
  private readonly watch = new ResponseWatch();
  private isConnected = false;
  private isMissed = false;

  constructor(
    url: string,
    private readonly alone: RateLimitStorage,
  ) {
    super();
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2000),
      scripts: { count: { lua: COUNT }, giveBack: { lua: GIVE_BACK, numberOfKeys: 1 } },
    }) as Redis & Commands;
    this.redis.on('ready', () => this.startUsing());
    this.redis.on('close', () => this.stopUsing(new Error('The connection ended')));
    this.redis.on('error', (error: Error) => this.stopUsing(error));
  }

  /** So that the first requests are counted with those of other processes. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.isConnected) return;
    const end = new AbortController();
    const late = pause(FIRST_CONNECTION_MS, undefined, end);
    await Promise.race([once(this.redis, 'ready', end), late]).catch(() => undefined);
    end.abort();
    await late.catch(() => undefined);
  }

  onApplicationShutdown(): void {
    this.isMissed = true;
    this.redis.disconnect();
  }

  async count(limits: readonly RateLimit[], hits: number): Promise<RateLimitCount> {
    if (!this.isConnected) return this.alone.count(limits, hits);
    try {
      const [isRefused, counted, lefts] = await this.watch.wait(
        this.redis.count(
          limits.length,
          ...limits.map(({ key }) => `rate:${key}`),
          hits,
          ...limits.flatMap(({ limit, windowMs }) => [limit, windowMs]),
        ),
      );
      const windows = counted.map((sum, index) => ({ hits: sum, endsInMs: lefts[index] ?? 0 }));
      return { isRefused: isRefused === 1, windows };
    } catch (error) {
      this.stopUsing(error as Error);
      return this.alone.count(limits, hits);
    }
  }

  async giveBack(limit: RateLimit): Promise<void> {
    if (!this.isConnected) return this.alone.giveBack(limit);
    await this.redis.giveBack(`rate:${limit.key}`).catch((error: Error) => this.stopUsing(error));
  }

  private startUsing(): void {
    this.isConnected = true;
    this.isMissed = false;
  }

  private stopUsing(error: Error): void {
    if (!this.isMissed) this.logger.warn({ err: error }, 'Redis is away, this process counts requests alone');
    this.isMissed = true;
    if (!this.isConnected) return;
    this.isConnected = false;
    if (this.redis.status === 'ready') void this.ping(error);
  }

  private async ping(error: Error): Promise<void> {
    // It is there, but will refuse for a while.
    if (error instanceof ReplyError) await pause(REFUSED_MS);
    const silence = new AbortController();
    const late = pause(PING_WITHIN_MS, 'late', silence).catch(() => '');
    const result = await Promise.race([this.redis.ping().catch(() => ''), late]);
    silence.abort();
    if (result === 'PONG') this.startUsing();
    // The connection may be dead without notice: connect again.
    else if (result === 'late') this.redis.disconnect(true);
  }
}
