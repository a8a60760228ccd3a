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
import { within } from '../../../platform/background/index.js';
import { PROCESS_ROLE, type ProcessRole } from '../../../platform/config/index.js';

const STOP_MS = 5000;
const PING_WITHIN_MS = 1500;

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
    @Inject(PROCESS_ROLE) private readonly role: ProcessRole,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.role.delivers) return;
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

  /** Stops claiming, gives attempts under way 5 seconds, then gives leases back. */
  stop(): Promise<void> {
    this.stopping ??= this.role.delivers ? this.stopOnce() : Promise.resolve();
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

  // If the database or queue hangs, leases expire.
  private async attempt(step: () => Promise<unknown>): Promise<void> {
    try {
      await within(PING_WITHIN_MS, step());
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'The delivery of webhooks did not stop cleanly');
    }
  }
}
