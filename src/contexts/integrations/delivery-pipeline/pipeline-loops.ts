import { Injectable } from '@nestjs/common';
import { Admission } from './admission.js';
import { EventRelay } from './event-relay.js';
import { RetentionJob } from './retention.job.js';
import { StatusChangeJob } from './status-change.job.js';
import { Sweeper } from './sweeper.js';

/** The work of the pipeline that goes on in the background. */
@Injectable()
export class PipelineLoops {
  constructor(
    private readonly relay: EventRelay,
    readonly admission: Admission,
    private readonly sweeper: Sweeper,
    private readonly statusChanges: StatusChangeJob,
    private readonly retention: RetentionJob,
  ) {}

  start(): void {
    for (const { loop } of this.all) loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map(({ loop }) => loop.stop()));
  }

  private get all() {
    return [this.relay, this.admission, this.sweeper, this.statusChanges, this.retention];
  }
}
