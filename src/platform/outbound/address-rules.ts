import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address and the length of its prefix. */
export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** @param texts networks such as 10.0.0.0/8, known to be well-formed */
export const networksOf = (texts: readonly string[]): Network[] =>
  texts.map((text) => ipaddr.parseCIDR(text));

// All that IANA has given out for the public; what lies outside is no address of a receiver.
const globalUnicast: Network = ipaddr.parseCIDR('2000::/3');

/**
 * Receivers are on the Internet: an address of this machine, of the own network or of a special purpose would let
 * an organization reach what only the program can.
 * @returns the kind of address that is refused, such as `private`; null when it may be dialled
 */
export function addressFault(text: string, allowed: readonly Network[]): string | null {
  if (!isPlain(text)) return 'malformed';
  if (isAllowed(text, allowed)) return null;
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range !== 'unicast') return range;
  return address.kind() === 'ipv4' || isInside(address, globalUnicast) ? null : 'reserved';
}

/** True when the address lies in one of the networks. */
export const isAllowed = (text: string, allowed: readonly Network[]): boolean =>
  isPlain(text) && allowed.some((network) => isInside(ipaddr.parse(text), network));

// Only plain spellings without a zone: what is checked must be what the operating system dials.
const isPlain = (text: string): boolean => isIP(text) > 0 && !text.includes('%');

const isInside = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, length]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, length);
