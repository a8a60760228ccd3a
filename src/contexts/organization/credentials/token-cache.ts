import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/values/index.js';
import type { TokenHolder } from './token-holder.js';

const KEPT_MS = 10_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  readonly holder: TokenHolder;
  /** By {@link Clock.elapsed}. */
  readonly until: number;
  /** By {@link Clock.now}. */
  readonly expiresAt: number;
}

/** null: no such token; undefined: it must not be looked up. */
type Found = TokenHolder | null | undefined;

interface Lookup {
  /** Called before an unknown token is looked up. */
  readonly isAllowed: () => Promise<boolean>;
  readonly read: () => Promise<TokenHolder | null>;
}

/**
 * Valid tokens by hash, for seconds: used only while this process receives revocations. For longer it knows which tokens were
 * valid when they were last seen, so that these are looked up also where guesses are limited.
 */
@Injectable()
export class TokenCache {
  private readonly entries = new Map<string, Entry>();
  private readonly lookups = new Map<string, Promise<Found>>();
  private readonly seen = new Set<string>();
  private receivesRevocations = false;
  private generation = 0;

  constructor(private readonly clock: Clock) {}

  find(hash: string): TokenHolder | null {
    const entry = this.entries.get(hash);
    if (!entry || entry.until <= this.clock.elapsed()) return null;
    return entry.expiresAt > this.clock.now().getTime() ? entry.holder : null;
  }

  /** Looks the holder up, once for concurrent requests. */
  async load(hash: string, lookup: Lookup): Promise<TokenHolder | null> {
    const underWay = this.lookups.get(hash);
    if (underWay) {
      const found = await underWay;
      if (found !== undefined) return found;
    }
    const own = this.lookUp(hash, lookup);
    if (this.receivesRevocations) this.lookups.set(hash, own);
    try {
      return (await own) ?? null;
    } finally {
      if (this.lookups.get(hash) === own) this.lookups.delete(hash);
    }
  }

  /** Drops everything: cheaper than finding out what a change of rights touches, and these are rare. */
  forgetAll(): void {
    this.generation += 1;
    this.entries.clear();
    this.lookups.clear();
  }

  /** @param receives whether this process receives every revocation from now on */
  setReceiving(receives: boolean): void {
    this.receivesRevocations = receives;
    this.forgetAll();
  }

  // What was read before a revocation is not kept after it.
  private async lookUp(hash: string, { isAllowed, read }: Lookup): Promise<Found> {
    if (!this.seen.has(hash) && !(await isAllowed())) return undefined;
    const { generation } = this;
    const holder = await read();
    this.seen.delete(hash);
    if (!holder || holder.has_ended) return holder;
    remember(this.seen, hash);
    if (this.receivesRevocations && generation === this.generation) {
      if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
      const expiresAt = holder.expires_at === null ? Infinity : Date.parse(holder.expires_at);
      this.entries.set(hash, { holder, until: this.clock.elapsed() + KEPT_MS, expiresAt });
    }
    return holder;
  }
}

/** Drops the one that was remembered first when there are too many. */
function remember(hashes: Set<string>, hash: string): void {
  hashes.add(hash);
  for (const oldest of hashes) {
    if (hashes.size <= MAX_ENTRIES) return;
    hashes.delete(oldest);
  }
}
