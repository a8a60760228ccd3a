import { Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.js';
import { Clock } from '../values/index.js';
import { FixedWindowStorage } from './rate-limit/fixed-window.storage.js';
import { RedisWindowStorage } from './rate-limit/redis-window.storage.js';

/** Injection token of the counters behind the rate limit, a `ThrottlerStorage`. */
export const RATE_LIMIT_STORAGE = Symbol('RATE_LIMIT_STORAGE');

@Global()
@Module({
  providers: [
    Clock,
    FixedWindowStorage,
    {
      provide: RATE_LIMIT_STORAGE,
      inject: [SETTINGS, FixedWindowStorage],
      useFactory: ({ REDIS_URL }: Settings, local: FixedWindowStorage) =>
        REDIS_URL ? new RedisWindowStorage(REDIS_URL, local) : local,
    },
  ],
  exports: [Clock, RATE_LIMIT_STORAGE],
})
export class HttpModule {}
