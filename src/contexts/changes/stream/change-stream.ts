import { allows, type Caller, type Credentials } from '../../../platform/http/index.js';
import { toChangeResponse } from '../feed/change-response.js';
import type { ChangeFilter, ChangeRow, OrganizationChange } from '../feed/change.repository.js';
import type { FoundRecords } from '../feed/record.repository.js';
import type { EventStream } from './event-stream.js';

export interface StreamOptions {
  readonly caller: Caller;
  readonly credentials: Credentials;
  readonly filter: ChangeFilter;
  readonly withValues: boolean;
  readonly withRecords: boolean;
}

/** One reader of the feed, and how far it is. */
export class ChangeStream {
  private readonly topics: ReadonlySet<string>;

  constructor(
    readonly events: EventStream,
    readonly options: StreamOptions,
    public cursor: bigint,
  ) {
    this.topics = new Set(options.filter.topics);
  }

  get mayReadRates(): boolean {
    return allows(this.options.caller.scopes, 'rates:read');
  }

  get organizationId(): string {
    return this.options.caller.organizationId;
  }

  /** Whether it tells what this caller may know, no more and no less. */
  isFor({ scopes }: Caller): boolean {
    const { scopes: own } = this.options.caller;
    return own.size === scopes.size && [...scopes].every((scope) => own.has(scope));
  }

  /** @returns whether all was sent: the rest must wait until the client has read */
  send(rows: readonly ChangeRow[], recordOf?: FoundRecords): boolean {
    const { caller, withValues, withRecords } = this.options;
    const records = withRecords ? recordOf : undefined;
    for (const row of rows) {
      if (this.events.isFull) return false;
      this.events.send(row.position, toChangeResponse(row, caller.scopes, withValues, records));
      this.cursor = BigInt(row.position);
    }
    return true;
  }

  comment(): void {
    this.events.tell(String(this.cursor), ':');
  }

  end(): void {
    this.events.end(String(this.cursor));
  }

  wants(row: OrganizationChange): boolean {
    const { resourceId, actorId } = this.options.filter;
    const { organization_id, position, topic, resource_id } = row;
    const actors = [row.actor_user_id, row.actor_access_token_id, row.actor_session_id];
    return (
      organization_id === this.organizationId &&
      BigInt(position) > this.cursor &&
      this.topics.has(topic) &&
      (resourceId === undefined || resourceId === resource_id) &&
      (actorId === undefined || actors.includes(actorId))
    );
  }
}
