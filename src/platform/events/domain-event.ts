import type { ChangedValues } from './changed-values.js';

export interface DomainEvent {
  readonly topic: string;
  readonly organizationId: string;
  readonly id: string;
  /** In camelCase; sent in PascalCase. */
  readonly payload?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly values?: ChangedValues | undefined;
}
