import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Channel } from '../../../platform/database/index.js';

const EVERYBODY = '*';

interface Ringing {
  readonly within: (milliseconds: number) => Promise<void>;
  /** In vain. */
  readonly end: () => void;
}

type Listener = (organizations: ReadonlySet<string> | null) => void;

/** Rings when the relay has numbered events: of these organizations, or null: perhaps of any. */
@Injectable()
export class ChangeSignal implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(ChangeSignal.name);
  private readonly listeners = new Set<Listener>();
  private readonly channel: Channel;
  private stopping = false;
  private hasBegun = false;

  constructor(source: DataSource) {
    this.channel = new Channel(source, 'changes', {
      heard: (payload = EVERYBODY) => this.ring(payload === EVERYBODY ? null : new Set(payload.split(' '))),
      listening: () => this.ring(null),
      lost: (error) =>
        this.logger.warn({ err: error }, 'Not hearing of changes, so readers look for them every second'),
    });
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  onModuleDestroy(): void {
    this.stop();
  }

  /** Answers who waits and ends streams, so that the server can close. */
  stop(): void {
    this.stopping = true;
    this.ring(null);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.channel.end();
  }

  /** From the first reader on: a process without any needs no connection for them. */
  begin(): void {
    if (this.hasBegun || this.stopping) return;
    this.hasBegun = true;
    void this.channel.listen();
  }

  /** @returns ends it */
  on(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves at the latest after these milliseconds. Begin it before reading what it may announce. */
  next(organizationId: string): Ringing {
    this.begin();
    let rung = (): void => undefined;
    const ringing = new Promise<void>((resolve) => (rung = resolve));
    const end = this.on((organizations) => {
      if (!organizations || organizations.has(organizationId)) rung();
    });
    return {
      end,
      within: async (milliseconds) => {
        const timer = setTimeout(rung, this.stopping ? 0 : milliseconds);
        await ringing;
        clearTimeout(timer);
        end();
      },
    };
  }

  private ring(organizations: ReadonlySet<string> | null): void {
    for (const listener of [...this.listeners]) listener(organizations);
  }
}
