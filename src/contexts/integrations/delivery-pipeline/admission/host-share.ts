import { keptSlots } from '../../../../platform/outbound/index.js';
import { FOR_EACH_PLACE } from './receiver-room.js';

export interface HostDelivery {
  readonly organization_id: string;
  readonly host: string;
}

export interface InFlightAtHost extends HostDelivery {
  readonly total: number;
  readonly weight: number;
}

/**
 * Limits deliveries per receiving host to `places` connections. The last ones are for organizations that have
 * none there, one each, however slow the others are.
 */
export function withinHosts<Due extends HostDelivery>(
  due: readonly Due[],
  inFlight: readonly InFlightAtHost[],
  places: number,
): Due[] {
  const max = FOR_EACH_PLACE * places;
  const kept = FOR_EACH_PLACE * keptSlots(places);
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
      ? taken.weight < max - kept
      : (taken?.total ?? 0) < max;
    if (mayHave) add(delivery, 1, 1);
    return mayHave;
  });
}
