import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../../platform/config/settings.js';
import { GuardedClient } from '../../../../platform/outbound/index.js';
import { ConnectionShareRepository } from './connection-share.repository.js';

// An admission may have begun before this process was there, and its surplus has to end after the next one.
const SETTLED_INTERVALS = 3;

/** The part of the connections to each receiving host that this process may have: all that deliver share them equally. */
@Injectable()
export class ConnectionShare {
  private updatedAt = -Infinity;

  constructor(
    private readonly repository: ConnectionShareRepository,
    private readonly client: GuardedClient,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Takes into account how many processes deliver, as often as the sweep interval says. */
  async update(): Promise<void> {
    if (performance.now() - this.updatedAt < this.settings.WEBHOOK_SWEEP_INTERVAL_MS) return;
    this.updatedAt = performance.now();
    this.client.shareAmong(await this.repository.deliveringProcesses());
  }

  /**
   * Waits until those who deliver already have counted this process and left it its share: each of them admits as often
   * as the sweep interval says, and a request under way ends in its time.
   * @returns false when the process stops first
   */
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
    const processes = await this.repository.deliveringProcesses();
    const share = this.client.shareAmong(processes);
    if (processes === 1) return true;
    if (looks < SETTLED_INTERVALS) return false;
    return (await this.repository.mostHeldByOthers()) <= this.settings.WEBHOOK_HOST_CAP - share;
  }
}
