import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { countedAddress, type Origin } from './client-address.js';
import { RateLimitStorage, type RateLimit, type RateLimitCount } from './rate-limit.storage.js';

export interface Policy extends RateLimit {
  readonly name: 'user' | 'organization' | 'address' | 'web';
}

export interface Verdict extends RateLimitCount {
  readonly policies: readonly Policy[];
}

/** A refused request counts under none. */
@Injectable()
export class RateLimiter {
  private readonly windowMs: number;

  constructor(
    private readonly storage: RateLimitStorage,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.windowMs = settings.RATE_LIMIT_WINDOW_SECONDS * 1000;
  }

  count(...policies: readonly Policy[]): Promise<Verdict> {
    return this.countAll(1, policies);
  }

  async countAll(hits: number, policies: readonly Policy[]): Promise<Verdict> {
    const { isRefused, windows } = await this.storage.count(policies, hits);
    return { isRefused, windows, policies };
  }

  ofOrganization(organizationId: string): Policy {
    return this.policy('organization', organizationId, this.settings.RATE_LIMIT_ORGANIZATION_REQUESTS);
  }

  /** Of a user who is signed in. */
  ofPages(userId: string): Policy {
    return this.policy('web', userId, this.settings.RATE_LIMIT_WEB_REQUESTS);
  }

  countAddress(origin: Origin): Promise<Verdict> {
    return this.count(this.ofAddress(origin));
  }

  giveBackAddress(origin: Origin): Promise<void> {
    return this.storage.giveBack(this.ofAddress(origin));
  }

  private ofAddress(origin: Origin): Policy {
    return this.policy('address', countedAddress(origin), this.settings.RATE_LIMIT_UNAUTHENTICATED_REQUESTS);
  }

  private policy(name: Policy['name'], whose: string, limit: number): Policy {
    return { name, key: `${name}:${whose}`, limit, windowMs: this.windowMs };
  }
}
