export interface DueDelivery {
  readonly organization_id: string;
  readonly webhook_subscriber_id: string;
  readonly id: string;
  readonly is_late: boolean;
  readonly room: number;
}

export interface Slots {
  readonly total: number;
  /** Slots kept for early attempts: what failed twice will probably fail again, and slowly. */
  readonly earlyPercent: number;
}

export interface InFlight {
  readonly byOrganization: ReadonlyMap<string, number>;
  readonly late: number;
  readonly total: number;
}

// Per organization while others wait, and reserved for organizations without slots.
const ORGANIZATION_SHARE = 1 / 8;

/**
 * An organization never has more slots than it leaves free, so that slow receivers do not block the next one.
 * While several wait, each gets an eighth at most, and the last eighth is for organizations without slots.
 */
export function fairShare<Due extends DueDelivery>(
  due: readonly Due[],
  inFlight: InFlight,
  { total: slots, earlyPercent }: Slots,
): Due[] {
  const lateSlots = Math.max(1, Math.floor((slots * (100 - earlyPercent)) / 100));
  const share = Math.floor(slots * ORGANIZATION_SHARE);
  const isAlone = new Set(due.map(({ organization_id }) => organization_id)).size <= 1;
  const max = isAlone ? slots : Math.max(1, share);
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
    if (holds >= max || (holds > 0 && free <= share)) continue;
    if (holds >= free || takes >= room || (is_late && late >= lateSlots)) continue;
    held.set(organization_id, holds + 1);
    taken.set(webhook_subscriber_id, takes + 1);
    if (is_late) late += 1;
    chosen.push(delivery);
  }
  return chosen;
}
