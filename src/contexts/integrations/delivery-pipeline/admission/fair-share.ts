/** A delivery that is due, in the order in which the organizations take turns. */
export interface DueDelivery {
  readonly organization_id: string;
  readonly webhook_subscriber_id: string;
  readonly id: string;
  /** The third attempt or a later one. */
  readonly is_late: boolean;
  /** How many more its subscriber may have in flight. */
  readonly room: number;
}

/** How many deliveries a process may have in flight. */
export interface Slots {
  readonly total: number;
  /** What failed twice will probably fail again, and slowly: most slots are kept for what did not. */
  readonly earlyPercent: number;
}

/** What one process has in flight, or several together. */
export interface InFlight {
  readonly byOrganization: ReadonlyMap<string, number>;
  readonly late: number;
  readonly total: number;
}

// Of the slots for one organization while others wait too, and of those kept for organizations that hold none.
const ORGANIZATION_SHARE = 1 / 8;

/**
 * Which of the due deliveries get a slot. An organization never holds more slots than it leaves free, so that there
 * is always one for the next organization, however slow the receivers of the others are. While several wait, each has an
 * eighth at most, and the last eighth is for organizations that hold none.
 */
export function fairShare<Due extends DueDelivery>(
  due: readonly Due[],
  inFlight: InFlight,
  { total: slots, earlyPercent }: Slots,
): Due[] {
  const lateSlots = Math.max(1, Math.floor((slots * (100 - earlyPercent)) / 100));
  const share = Math.floor(slots * ORGANIZATION_SHARE);
  const isAlone = new Set(due.map(({ organization_id }) => organization_id)).size <= 1;
  const most = isAlone ? slots : Math.max(1, share);
  const held = new Map(inFlight.byOrganization);
  const taken = new Map<string, number>();
  const chosen: Due[] = [];
  let late = inFlight.late;
  for (const delivery of due) {
    const { organization_id, webhook_subscriber_id, is_late, room } = delivery;
    const free = slots - inFlight.total - chosen.length;
    if (free <= 0) break;
    const holds = held.get(organization_id) ?? 0;
    const takes = taken.get(webhook_subscriber_id) ?? 0;
    if (holds >= most || (holds > 0 && free <= share)) continue;
    if (holds >= free || takes >= room || (is_late && late >= lateSlots)) continue;
    held.set(organization_id, holds + 1);
    taken.set(webhook_subscriber_id, takes + 1);
    if (is_late) late += 1;
    chosen.push(delivery);
  }
  return chosen;
}
