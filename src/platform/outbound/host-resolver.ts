import { lookup, Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

const TRIES = 2;
const FIRST_TRY_MS = 1000;
// The operating system's lookup occupies one of four threads that everything shares, and cannot be stopped.
const LOOKUPS_AT_ONCE = 2;

/** Finds the addresses of a name. */
@Injectable()
export class HostResolver {
  private lookups = 0;
  private readonly waiting: (() => void)[] = [];

  /**
   * Every address of the name. DNS is asked first, without a thread, so that one dead name server holds up nobody
   * else; then the operating system, which also knows the names of the machine and of its network.
   * @throws Error when the name has no address, or none can be found now
   */
  async resolve(host: string, signal: AbortSignal): Promise<readonly string[]> {
    if (!host.includes('.')) return this.lookUp(host, signal);
    const resolver = this.newResolver();
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      if (answers.every((answer) => answer.status === 'rejected' && isUnknown(answer.reason)))
        return await this.lookUp(host, signal);
      throw new Error('DNS does not answer.');
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
      // The place goes to the next one in line, or is free.
      const next = this.waiting.shift();
      if (next) next();
      else this.lookups -= 1;
    }
  }
}

const isUnknown = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '');
