import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ConnectionShare } from './admission/connection-share.js';
import { Deliverer } from './attempts/deliverer.js';
import { Dispatcher } from './queue/dispatcher.js';
import { LeaseRepository } from './leases/lease.repository.js';
import { PipelineLoops } from './pipeline-loops.js';
import { ProcessIdentity } from './background/process-identity.js';
import { within } from './background/time-limit.js';

/** Injection token: whether this process relays events and delivers, or only serves requests. */
export const DELIVERS = Symbol('DELIVERS');

const STOP_MS = 5000;
const ANSWER_WITHIN_MS = 1500;

/** Starts and stops the delivery of webhooks in this process. */
@Injectable()
export class DeliveryPipeline implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(DeliveryPipeline.name);
  private readonly starting = new AbortController();
  private stopping: Promise<void> | undefined;

  constructor(
    private readonly loops: PipelineLoops,
    private readonly share: ConnectionShare,
    private readonly dispatcher: Dispatcher,
    private readonly deliverer: Deliverer,
    private readonly leases: LeaseRepository,
    private readonly process: ProcessIdentity,
    @Inject(DELIVERS) private readonly delivers: boolean,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.delivers) return;
    this.loops.startPreparing();
    void this.share.isLeft(this.starting.signal).then((isLeft) => {
      if (isLeft) this.deliver();
    });
  }

  private deliver(): void {
    this.dispatcher.start(() => this.loops.admit());
    this.loops.startDelivering();
  }

  onModuleDestroy(): Promise<void> {
    return this.stop();
  }

  /** Claims nothing more, lets the attempts under way end for 5 seconds, and gives back what this process holds. */
  stop(): Promise<void> {
    this.stopping ??= this.delivers ? this.stopOnce() : Promise.resolve();
    return this.stopping;
  }

  private async stopOnce(): Promise<void> {
    this.starting.abort();
    const deliveries = this.deliverer.stop(STOP_MS);
    await this.attempt(() => Promise.all([this.loops.stop(), this.dispatcher.pause()]));
    await deliveries;
    await this.attempt(() => this.leases.giveBack(this.process.id));
    await this.attempt(() => this.dispatcher.stop());
  }

  // With a database or a queue that hangs the leases run out by themselves.
  private async attempt(step: () => Promise<unknown>): Promise<void> {
    try {
      await within(ANSWER_WITHIN_MS, step());
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'The delivery of webhooks did not stop cleanly');
    }
  }
}
