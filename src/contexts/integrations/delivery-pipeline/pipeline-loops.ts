import { Injectable } from '@nestjs/common';
import { Admission } from './admission/admission.js';
import { EventRelay } from './relay/event-relay.js';
import { StatusChangeJob } from './control/status-change.job.js';
import { Sweeper } from './leases/sweeper.js';

@Injectable()
export class PipelineLoops {
  constructor(
    private readonly relay: EventRelay,
    private readonly admission: Admission,
    private readonly sweeper: Sweeper,
    private readonly statusChanges: StatusChangeJob,
  ) {}

  startPreparing(): void {
    for (const { loop } of this.preparing) loop.start();
  }

  startDelivering(): void {
    for (const { loop } of this.delivering) loop.start();
  }

  admit(): void {
    this.admission.loop.wake();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.preparing, ...this.delivering].map(({ loop }) => loop.stop()));
  }

  private get preparing() {
    return [this.relay, this.statusChanges];
  }

  private get delivering() {
    return [this.admission, this.sweeper];
  }
}
