import { Injectable } from '@nestjs/common';

/** The present moment, injected so that a test can set it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
