import { Clock } from '../../../src/platform/values/index.js';

/** A clock that stands still until it is set. */
export class SettableClock extends Clock {
  constructor(public instant: string) {
    super();
  }

  override now(): Date {
    return new Date(this.instant);
  }
}
