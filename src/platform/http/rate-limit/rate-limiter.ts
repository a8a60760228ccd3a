import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { countedAddress, type Origin } from './client-address.js';
import { RateLimitStorage, type RateLimit, type RateLimitCount } from './rate-limit.storage.js';

/** A limit by name. */
interface Policy {
  readonly name: 'user' | 'organization' | 'address';
  readonly limit: number;
}

interface Member {
  readonly userId: string;
  readonly organizationId: string;
}

/** Whether there was room, and how what was counted under each policy stands. */
export interface Verdict extends RateLimitCount {
  /** How many requests there had to be room for. */
  readonly hits: number;
  readonly policies: readonly Policy[];
}

/**
 * Counts a caller's requests by user and by organization, all others by address. A request that is refused counts for
 * nobody, so that a user who is over the limit uses up nothing of what the organization has.
 */
@Injectable()
export class RateLimiter {
  private readonly ofCallers: readonly [Policy, Policy];
  private readonly ofAddresses: readonly [Policy];

  constructor(
    private readonly storage: RateLimitStorage,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.ofCallers = [
      { name: 'user', limit: settings.RATE_LIMIT_REQUESTS },
      { name: 'organization', limit: settings.RATE_LIMIT_ORGANIZATION_REQUESTS },
    ];
    this.ofAddresses = [{ name: 'address', limit: settings.RATE_LIMIT_UNAUTHENTICATED_REQUESTS }];
  }

  /** @param hits how many requests this one counts for */
  async countCaller({ userId, organizationId }: Member, hits = 1): Promise<Verdict> {
    const [user, organization] = this.ofCallers;
    const limits = [limitOf(user, userId), limitOf(organization, organizationId)];
    const { isRefused, windows } = await this.storage.count(limits, hits);
    return { isRefused, hits, windows, policies: this.ofCallers };
  }

  async countAddress(origin: Origin): Promise<Verdict> {
    const { isRefused, windows } = await this.storage.count([this.limitOfAddress(origin)], 1);
    return { isRefused, hits: 1, windows, policies: this.ofAddresses };
  }

  /** Takes back what {@link countAddress} has counted. */
  giveBackAddress(origin: Origin): Promise<void> {
    return this.storage.giveBack(this.limitOfAddress(origin));
  }

  private limitOfAddress(origin: Origin): RateLimit {
    return limitOf(this.ofAddresses[0], countedAddress(origin));
  }
}

const limitOf = ({ name, limit }: Policy, whose: string): RateLimit => ({ key: `${name}:${whose}`, limit });
