/** Queued, sending and ages are those of the installation, the rest of this process. */
export interface DeliveryReading {
  readonly queued: number;
  readonly sending: number;
  /** Age of the oldest due delivery whose receiver has capacity, in seconds; 0: none. */
  readonly oldestDueSeconds: number;
  /** Age of the oldest due delivery whose receiver has no capacity, in seconds; 0: none. */
  readonly oldestHeldUpSeconds: number;
  /** Age of the oldest event in the outbox, in seconds; 0: none. */
  readonly oldestOutboxSeconds: number;
  /** Attempts taken over from other processes since the start. */
  readonly takeovers: number;
  /** Attempts finished since the start, by outcome. */
  readonly attempts: Readonly<Record<string, number>>;
  readonly queue: QueueState;
}

export const queueStates = ['connected', 'away', 'off'] as const;

export type QueueState = (typeof queueStates)[number];
