import { keptPlaces } from '../../../../platform/outbound/index.js';
import { FOR_EACH_PLACE } from './receiver-room.js';

/** A delivery that is due, with where it goes. */
export interface HostDelivery {
  readonly organization_id: string;
  readonly host: string;
}

/** What one organization has in flight to one host. */
export interface HeldAtHost extends HostDelivery {
  readonly total: number;
  /** For how many it counts. */
  readonly weight: number;
}

/**
 * Those deliveries that may be given to processes at once, in their order, so that their receiving hosts have no more
 * than `places` connections, and few of them wait for one. The last places of a host are for organizations that have
 * nothing there, and each of these may have one, however slow the others are.
 */
export function withinHosts<Due extends HostDelivery>(
  due: readonly Due[],
  inFlight: readonly HeldAtHost[],
  places: number,
): Due[] {
  const most = FOR_EACH_PLACE * places;
  const kept = FOR_EACH_PLACE * keptPlaces(places);
  const hosts = new Map<string, { total: number; weight: number; readonly held: Map<string, number> }>();
  const add = ({ organization_id, host }: HostDelivery, total: number, weight: number): void => {
    const taken = hosts.get(host) ?? { total: 0, weight: 0, held: new Map<string, number>() };
    taken.total += total;
    taken.weight += weight;
    taken.held.set(organization_id, (taken.held.get(organization_id) ?? 0) + total);
    hosts.set(host, taken);
  };
  for (const one of inFlight) add(one, one.total, one.weight);
  return due.filter((delivery) => {
    const taken = hosts.get(delivery.host);
    const mayHave = taken?.held.has(delivery.organization_id)
      ? taken.weight < most - kept
      : (taken?.total ?? 0) < most;
    if (mayHave) add(delivery, 1, 1);
    return mayHave;
  });
}
