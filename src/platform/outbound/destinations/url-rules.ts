import { isIP } from 'node:net';
import { parsedUrl } from '../../values/index.js';

export interface Target {
  readonly url: URL;
  /** Without IPv6 brackets and a final dot. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly isLocalName: boolean;
  /** A name reserved for localhost (RFC 6761). */
  readonly isThisMachine: boolean;
}

const FIRST_UNPRIVILEGED_PORT = 1024;
const webPorts = [80, 443];

export function targetOf(url: URL): Target {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isAddress = isIP(host) > 0;
  const isThisMachine = /^(.*\.)?localhost$/.test(host);
  const isLocalName = !isAddress && (isThisMachine || !host.includes('.') || host.endsWith('.internal'));
  return { url, host, isAddress, isLocalName, isThisMachine };
}

/** Only web servers, and not in the clear. @returns a fault completing "must ..."; null: none */
export function urlFault(text: string, allowHttp: boolean): string | null {
  const url = parsedUrl(text);
  if (!url) return 'must be a URL such as https://example.com/webhooks';
  const schemes = allowHttp ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol))
    return `must begin with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  const port = url.port === '' ? null : Number(url.port);
  if (port !== null && port < FIRST_UNPRIVILEGED_PORT && !webPorts.includes(port))
    return 'must have port 80, 443, or one from 1024';
  const labels = targetOf(url).host.split('.');
  return labels.includes('') ? 'must name a host' : null;
}

/** The normalized host; empty when the text is not a URL. */
export function receivingHostOf(text: string): string {
  const url = parsedUrl(text);
  return url ? targetOf(url).host : '';
}
