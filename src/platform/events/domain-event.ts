/** Something that happened in an organization. Each context narrows it to a union of its own topics. */
export interface DomainEvent {
  /** `<resource>.<event>`, the past tense of what happened. */
  readonly topic: string;
  readonly organizationId: string;
  /** The record it happened to. */
  readonly id: string;
  /** Parents of the record and the like, named as in the code; sent in PascalCase. */
  readonly payload?: Readonly<Record<string, string | readonly string[]>>;
}
