import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { GuardedClient } from '../../../../platform/outbound/index.js';
import { ConnectionShareRepository } from './connection-share.repository.js';

// An admission may be running, and its surplus ends after the next one. After a restart of the database, others whose
// attempts go on are not connected at once.
const SETTLED_INTERVALS = 3;

/** All delivering processes share the connections to a receiving host equally. */
@Injectable()
export class ConnectionShare {
  private updatedAt = -Infinity;
  private counts: readonly number[] = [];

  constructor(
    private readonly repository: ConnectionShareRepository,
    private readonly client: GuardedClient,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  get isAlone(): boolean {
    return this.processes === 1;
  }

  /** More of them count at once, fewer when no look has seen more for a while. */
  private get processes(): number {
    return Math.max(1, ...this.counts);
  }

  async update(): Promise<void> {
    if (performance.now() - this.updatedAt < this.settings.WEBHOOK_SWEEP_INTERVAL_MS) return;
    this.updatedAt = performance.now();
    await this.count();
  }

  /** Waits until other processes have reduced their shares. @returns false when the process stops first */
  async isLeft(signal: AbortSignal): Promise<boolean> {
    const { WEBHOOK_SWEEP_INTERVAL_MS: interval, WEBHOOK_EXCHANGE_TIMEOUT_MS: longest } = this.settings;
    const end = performance.now() + SETTLED_INTERVALS * interval + longest;
    for (let looks = 0; !signal.aborted; looks += 1) {
      const isSettled = await this.isSettled(looks).catch(() => false);
      if (isSettled || performance.now() > end) return !signal.aborted;
      await pause(interval, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }

  private async isSettled(looks: number): Promise<boolean> {
    const share = await this.count();
    if (this.isAlone) return true;
    if (looks < SETTLED_INTERVALS) return false;
    return (await this.repository.maxAttemptsOfOthers()) <= this.settings.WEBHOOK_HOST_CAP - share;
  }

  private async count(): Promise<number> {
    const count = await this.repository.deliveringProcesses();
    this.counts = [...this.counts, count].slice(-SETTLED_INTERVALS);
    return this.client.shareAmong(this.processes);
  }
}
