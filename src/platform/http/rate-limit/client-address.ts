import ipaddr from 'ipaddr.js';

export interface Origin {
  readonly ip: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** An IPv4 address, or an IPv6 network of 64 bits, which has one owner; if invalid, that of the proxy. */
export const countedAddress = ({ ip, socket }: Origin): string =>
  normal(ip) ?? normal(socket.remoteAddress) ?? 'unknown';

function normal(ip: string | undefined): string | null {
  if (ip === undefined || !ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
