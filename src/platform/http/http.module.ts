import { Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Clock } from '../values/index.js';
import { MemoryWindowStorage } from './rate-limit/memory-window.storage.js';
import { RateLimitStorage } from './rate-limit/rate-limit.storage.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { RedisWindowStorage } from './rate-limit/redis-window.storage.js';

@Global()
@Module({
  providers: [
    Clock,
    RateLimiter,
    {
      provide: RateLimitStorage,
      inject: [SETTINGS, Clock],
      useFactory: ({ REDIS_URL, RATE_LIMIT_WINDOW_SECONDS }: Settings, clock: Clock) => {
        const windowMs = RATE_LIMIT_WINDOW_SECONDS * 1000;
        const memory = new MemoryWindowStorage(clock, windowMs);
        return REDIS_URL ? new RedisWindowStorage(REDIS_URL, memory, windowMs) : memory;
      },
    },
  ],
  exports: [Clock, RateLimiter],
})
export class HttpModule {}
