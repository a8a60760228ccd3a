export interface ProcessRole {
  /** Whether it delivers webhooks and runs durable subscribers. */
  readonly delivers: boolean;
}

export const PROCESS_ROLE = Symbol('PROCESS_ROLE');
