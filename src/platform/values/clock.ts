import { Injectable } from '@nestjs/common';

@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** Monotonic milliseconds, for durations. */
  elapsed(): number {
    return performance.now();
  }
}
