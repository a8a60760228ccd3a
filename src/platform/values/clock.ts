import { Injectable } from '@nestjs/common';

/** The present moment, injected so that a test can set it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** Milliseconds since some moment, for lengths of time: it goes on when somebody sets the time of the machine. */
  elapsed(): number {
    return performance.now();
  }
}
