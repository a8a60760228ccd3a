import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { BackgroundLoop, PeriodicWork, within } from '../../background/index.js';
import { PROCESS_ROLE, type ProcessRole } from '../../config/process-role.js';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { UnitOfWork } from '../../database/index.js';
import { EventHandlingRepository, type EventHandling } from './event-handling.repository.js';
import { EventSubscribers, type EventSubscriber } from './event-subscribers.js';
import { handedEvent } from './handed-event.js';

const GAP_MS = 5;
const STOP_MS = 5000;
const REGISTER_EVERY_MS = 60 * 60 * 1000;

@Injectable()
export class EventHandler implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(EventHandler.name);
  private readonly underWay = new Set<Promise<void>>();
  private readonly loop: BackgroundLoop;
  private readonly registration: PeriodicWork;
  private subscribers = new Map<string, EventSubscriber>();

  constructor(
    private readonly found: EventSubscribers,
    private readonly handlings: EventHandlingRepository,
    private readonly unitOfWork: UnitOfWork,
    @Inject(PROCESS_ROLE) private readonly role: ProcessRole,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.loop = new BackgroundLoop(() => this.run(), {
      intervalMs: settings.EVENT_INTERVAL_MS,
      gapMs: GAP_MS,
      logger: this.logger,
    });
    this.registration = new PeriodicWork(() => this.register(), {
      intervalMs: REGISTER_EVERY_MS,
      failed: (error) => this.logger.error({ err: error as Error }, 'Subscribers could not be registered'),
    });
  }

  /** Registers subscribers before the first request, so that they miss no event. */
  async onApplicationBootstrap(): Promise<void> {
    this.subscribers = new Map(this.found.find().map((subscriber) => [subscriber.name, subscriber]));
    if (this.subscribers.size > 0) await this.handlings.subscribe([...this.subscribers.values()]);
    if (!this.role.delivers) return;
    this.registration.start();
    if (this.subscribers.size > 0) this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.loop.stop(), this.registration.stop()]);
    // The rest is rolled back with its connection and handled again.
    await within(STOP_MS, Promise.all(this.underWay)).catch(() => undefined);
  }

  wake(): void {
    this.loop.wake();
  }

  async run(): Promise<boolean> {
    const free = this.maxConcurrent - this.underWay.size;
    if (free <= 0) return false;
    const names = [...this.subscribers.keys()];
    const leased = await this.handlings.lease(names, free, this.settings.EVENT_LEASE_SECONDS);
    for (const handling of leased) this.begin(handling);
    return leased.length === free;
  }

  private begin(handling: EventHandling): void {
    const handled = this.handle(handling).finally(() => {
      this.underWay.delete(handled);
      this.wake();
    });
    this.underWay.add(handled);
  }

  private async handle(handling: EventHandling): Promise<void> {
    const subscriber = this.subscribers.get(handling.subscriber_name);
    try {
      await this.unitOfWork.run(async () => {
        if (await this.handlings.remove(handling)) await subscriber?.handle(handedEvent(handling));
      });
    } catch (error) {
      const { subscriber_name: name, event_id: eventId, topic, attempts } = handling;
      const about = { err: error as Error, subscriber: name, eventId, topic, attempts };
      this.logger.error(about, 'A durable subscriber failed; the event is handed over again');
      // If this fails too, the lease expires.
      await this.handlings.putOff(handling, this.delayAfter(attempts)).catch(() => undefined);
    }
  }

  private delayAfter(attempts: number): number {
    const delays = this.settings.EVENT_RETRY_DELAYS_SECONDS;
    return delays[Math.min(attempts, delays.length) - 1] ?? 0;
  }

  /** Each takes a connection, and requests need most of the pool. */
  private get maxConcurrent(): number {
    const { EVENT_CONCURRENCY, DATABASE_POOL_SIZE } = this.settings;
    return Math.min(EVENT_CONCURRENCY, Math.max(1, Math.floor(DATABASE_POOL_SIZE / 2)));
  }

  private async register(): Promise<void> {
    if (this.subscribers.size > 0) await this.handlings.subscribe([...this.subscribers.values()]);
    const forgotten = await this.handlings.forget(this.settings.EVENT_SUBSCRIBER_KEEP_DAYS);
    for (const name of forgotten)
      this.logger.warn(`The subscriber ${name}, which no process has, is forgotten`);
  }
}
