import { lookup, Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

const TRIES = 2;
const FIRST_TRY_MS = 1000;
// The system's lookup blocks one of libuv's four threads and cannot be cancelled.
const LOOKUPS_AT_ONCE = 2;

@Injectable()
export class HostResolver {
  private lookups = 0;
  private readonly waiting: (() => void)[] = [];

  /** DNS first, which blocks no thread; the system also knows local names. @throws Error without an address */
  async resolve(host: string, signal: AbortSignal): Promise<readonly string[]> {
    if (!host.includes('.')) return this.lookUp(host, signal);
    const resolver = this.newResolver();
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      if (addresses.length > 0) return addresses;
      if (results.every((result) => result.status === 'rejected' && isUnknown(result.reason)))
        return await this.lookUp(host, signal);
      throw new Error('DNS does not respond.');
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  protected newResolver(): Resolver {
    return new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
  }

  private async lookUp(host: string, signal: AbortSignal): Promise<readonly string[]> {
    if (this.lookups >= LOOKUPS_AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.lookups += 1;
    try {
      signal.throwIfAborted();
      return (await lookup(host, { all: true })).map(({ address }) => address);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.lookups -= 1;
    }
  }
}

const isUnknown = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '');
