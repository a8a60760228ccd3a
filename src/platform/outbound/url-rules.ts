import { isIP } from 'node:net';

/** What the URL alone says of where a request goes. */
export interface Target {
  readonly url: URL;
  /** Without the brackets of an IPv6 address and the final dot of a name. */
  readonly host: string;
  readonly isAddress: boolean;
  /** A name for machines nearby, which leads nowhere on the Internet. */
  readonly isLocalName: boolean;
}

const FIRST_UNPRIVILEGED_PORT = 1024;
const webPorts = [80, 443];

export function targetOf(url: URL): Target {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isAddress = isIP(host) > 0;
  const isLocalName = !isAddress && (!host.includes('.') || /\.(localhost|internal)$/.test(host));
  return { url, host, isAddress, isLocalName };
}

/**
 * A webhook must not be a way to speak to anything but a web server, nor send in the clear what it should not.
 * @returns what is wrong, said of the URL as in "must ..."; null when nothing is
 */
export function urlFault(text: string, allowHttp: boolean): string | null {
  if (!URL.canParse(text)) return 'must be a URL such as https://example.com/webhooks';
  const url = new URL(text);
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
