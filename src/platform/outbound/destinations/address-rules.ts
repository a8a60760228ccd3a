import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

export const networksOf = (texts: readonly string[]): Network[] =>
  texts.map((text) => ipaddr.parseCIDR(text));

const globalUnicast: Network = ipaddr.parseCIDR('2000::/3');

/**
 * Private and special addresses would let an organization reach internal services.
 * @returns the kind of address that is refused, such as `private`; null when it is allowed
 */
export function addressFault(text: string, allowed: readonly Network[]): string | null {
  if (!isPlain(text)) return 'malformed';
  if (isAllowed(text, allowed)) return null;
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range !== 'unicast') return range;
  return address.kind() === 'ipv4' || isInside(address, globalUnicast) ? null : 'reserved';
}

export const isAllowed = (text: string, allowed: readonly Network[]): boolean =>
  isPlain(text) && allowed.some((network) => isInside(ipaddr.parse(text), network));

// Only plain spellings without a zone: the checked address must be the dialled one.
const isPlain = (text: string): boolean => isIP(text) > 0 && !text.includes('%');

const isInside = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, length]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, length);
