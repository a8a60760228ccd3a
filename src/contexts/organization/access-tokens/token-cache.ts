import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/values/index.js';
import type { TokenHolder } from './access-token.repository.js';

const KEPT_MS = 10_000;
const MOST_ENTRIES = 10_000;

/** Valid tokens by hash, for seconds. It is used only while this process hears of revocations. */
@Injectable()
export class TokenCache {
  private readonly entries = new Map<string, { holder: TokenHolder; until: number }>();
  private hearsRevocations = false;
  private generation = 0;

  constructor(private readonly clock: Clock) {}

  find(hash: string): TokenHolder | null {
    const entry = this.entries.get(hash);
    return entry && entry.until > this.clock.now().getTime() ? entry.holder : null;
  }

  /** Looks the holder up; what was read before a revocation is not kept after it. */
  async load(hash: string, read: () => Promise<TokenHolder | null>): Promise<TokenHolder | null> {
    const { generation } = this;
    const holder = await read();
    if (holder && this.hearsRevocations && generation === this.generation) {
      if (this.entries.size >= MOST_ENTRIES) this.entries.clear();
      const until = this.clock.now().getTime() + KEPT_MS;
      const expiry = holder.expires_at === null ? until : Date.parse(holder.expires_at);
      this.entries.set(hash, { holder, until: Math.min(until, expiry) });
    }
    return holder;
  }

  /** Drops everything: cheaper than finding out what a revocation touches, and revocations are rare. */
  forgetAll(): void {
    this.generation += 1;
    this.entries.clear();
  }

  /** @param hears whether every revocation from now on will be heard */
  listening(hears: boolean): void {
    this.hearsRevocations = hears;
    this.forgetAll();
  }
}
