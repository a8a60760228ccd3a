import ipaddr from 'ipaddr.js';
import type { Settings } from '../../config/settings.js';

export type WebSettings = Pick<Settings, 'PUBLIC_URL' | 'WEB_ALLOW_HTTP'>;

export const originOf = ({ PUBLIC_URL }: WebSettings): string => new URL(PUBLIC_URL).origin;

export const isEncrypted = ({ PUBLIC_URL }: WebSettings): boolean => PUBLIC_URL.startsWith('https:');

/** Whether nobody on the way can read a password. */
export const isSafeOnTheWay = (settings: WebSettings): boolean =>
  isEncrypted(settings) || settings.WEB_ALLOW_HTTP || isLoopback(new URL(settings.PUBLIC_URL).hostname);

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(address)) return host === 'localhost' || host.endsWith('.localhost');
  return ipaddr.process(address).range() === 'loopback';
}
