import ipaddr from 'ipaddr.js';

/** @param host as in `URL.hostname` */
export function isLoopbackHost(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(address)) return host === 'localhost' || host.endsWith('.localhost');
  return ipaddr.process(address).range() === 'loopback';
}
