import ipaddr from 'ipaddr.js';

/** Where a request comes from. */
export interface Origin {
  /** As the proxies in front say that are trusted. */
  readonly ip: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * What counts as one address: an IPv4 address, also one written as IPv6, and an IPv6 network of 64 bits, since whoever
 * has one address of it has all of them. Where a proxy says something that is none, it is the proxy's.
 */
export const countedAddress = ({ ip, socket }: Origin): string =>
  normal(ip) ?? normal(socket.remoteAddress) ?? 'unknown';

function normal(ip: string | undefined): string | null {
  if (ip === undefined || !ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
