import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { Clock } from '../../values/index.js';
import type { ApiRequest } from '../caller.js';
import { MemoryWindowStorage } from './memory-window.storage.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimitStorage } from './rate-limit.storage.js';
import { RateLimiter } from './rate-limiter.js';
import { RequestCount } from './request-count.js';

@Module({
  providers: [
    {
      provide: RateLimitStorage,
      inject: [SETTINGS, Clock],
      useFactory: async ({ REDIS_URL }: Settings, clock: Clock) => {
        const memory = new MemoryWindowStorage(clock);
        if (!REDIS_URL) return memory;
        const { RedisWindowStorage } = await import('./redis-window.storage.js');
        return new RedisWindowStorage(REDIS_URL, memory);
      },
    },
  ],
  exports: [RateLimitStorage],
})
class RateLimitStorageModule {}

/** `@Throttle()` and `@SkipThrottle()` set the throttler `default`. */
@Global()
@Module({
  imports: [
    RateLimitStorageModule,
    ThrottlerModule.forRootAsync({
      imports: [RateLimitStorageModule],
      inject: [SETTINGS, RateLimitStorage],
      useFactory: (settings: Settings, storage: RateLimitStorage) => ({
        storage,
        throttlers: [
          {
            ttl: settings.RATE_LIMIT_WINDOW_SECONDS * 1000,
            limit: (context) => {
              const { caller } = context.switchToHttp().getRequest<ApiRequest>();
              if (!caller) return settings.RATE_LIMIT_UNAUTHENTICATED_REQUESTS;
              return caller.session ? settings.RATE_LIMIT_WEB_REQUESTS : settings.RATE_LIMIT_REQUESTS;
            },
          },
        ],
      }),
    }),
  ],
  providers: [RateLimiter, RequestCount, RateLimitGuard],
  exports: [RateLimiter, RequestCount, RateLimitGuard],
})
export class RateLimitModule {}
