import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Redis } from 'ioredis';
import { FixedWindowStorage, windowRecord } from './fixed-window.storage.js';

// One atomic step: a counter without an end would lock its user out for ever.
const COUNT = `
  local hits = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return { hits, left }`;

const ANSWER_WITHIN_MS = 100;
// After a failure Redis is left alone for a while, so that one that hangs does not slow every request down.
const LEFT_ALONE_MS = 1000;

/** Counts in Redis, shared by all processes. While Redis is away each process counts alone: the limit is never open. */
@Injectable()
export class RedisWindowStorage implements ThrottlerStorage, OnApplicationShutdown {
  private readonly logger = new Logger(RedisWindowStorage.name);
  private readonly redis: Redis;
  private leftAloneUntil = 0;
  private isAway = false;

  constructor(
    url: string,
    private readonly local: FixedWindowStorage,
  ) {
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: ANSWER_WITHIN_MS,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2000),
    });
    this.redis.on('error', (error: Error) => this.notice(error));
  }

  async increment(
    key: string,
    ttl: number,
    limit: number,
    blockDuration: number,
    throttlerName: string,
  ): ReturnType<ThrottlerStorage['increment']> {
    if (Date.now() < this.leftAloneUntil) return this.local.increment(key, ttl, limit);
    try {
      const [hits, left] = (await this.redis.eval(COUNT, 1, `rate:${throttlerName}:${key}`, ttl)) as [
        number,
        number,
      ];
      this.isAway = false;
      return windowRecord(hits, limit, left);
    } catch (error) {
      this.notice(error as Error);
      this.leftAloneUntil = Date.now() + LEFT_ALONE_MS;
      return this.local.increment(key, ttl, limit);
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private notice(error: Error): void {
    if (!this.isAway) this.logger.warn(`Redis is away, this process counts requests alone: ${error.message}`);
    this.isAway = true;
  }
}
