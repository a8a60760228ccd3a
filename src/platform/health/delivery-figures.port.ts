/** How the delivery of events stands. Waiting, flying and their ages are those of the installation, the rest of this process. */
export interface DeliveryReading {
  /** Deliveries that were given to a process. */
  readonly queued: number;
  /** Deliveries whose attempt is under way. */
  readonly sending: number;
  /** Seconds for which the oldest delivery has waited for a process, though its receiver has a place for it; 0: none does. */
  readonly oldestDueSeconds: number;
  /** Seconds since the oldest delivery became due for which its receiver has no place; 0: there is none. */
  readonly oldestHeldUpSeconds: number;
  /** Seconds since the oldest event that waits in the outbox; 0: none waits. */
  readonly oldestOutboxSeconds: number;
  /** Attempts that this process took over from others since its start. */
  readonly takeovers: number;
  /** Attempts that ended in this process since its start, by what came of them. */
  readonly attempts: Readonly<Record<string, number>>;
  readonly queue: QueueState;
}

export const queueStates = ['connected', 'away', 'off'] as const;

/** Whether this process reaches its queue; `off` where it does not use one. */
export type QueueState = (typeof queueStates)[number];

/** What monitoring asks about deliveries. The context that delivers, which the platform cannot see, answers. */
export abstract class DeliveryFigures {
  /** Fails when the database does not answer, and may then take long. */
  abstract read(): Promise<DeliveryReading>;

  /** Deliveries that wait for an attempt, now or later. Counted one by one, so it takes longer the more there are. */
  abstract countPending(): Promise<number>;
}
