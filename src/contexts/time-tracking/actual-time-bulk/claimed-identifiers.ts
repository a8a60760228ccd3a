import { identifierKey } from '../../../platform/crm-identifiers/index.js';
import { actualTimeCrmIdentifierInUse } from '../actual-time/actual-time.rules.js';
import type { Identifier } from './actual-time-identifier.repository.js';

export class ClaimedIdentifiers {
  private readonly claimed = new Set<string>();

  constructor(private readonly owners: ReadonlyMap<string, string>) {}

  /** @param id of the record; undefined: it is new @throws BusinessError 409 where another record has one of them */
  claim(identifiers: readonly Identifier[], id?: string): void {
    const keys = identifiers
      .map(identifierKey)
      .filter((key) => id === undefined || this.owners.get(key) !== id);
    if (keys.some((key) => this.owners.has(key) || this.claimed.has(key)))
      throw actualTimeCrmIdentifierInUse();
    for (const key of keys) this.claimed.add(key);
  }
}
