import { followOnce } from '../servers/identity-provider.js';
import { TestBrowser } from './test-browser.js';

const START = '/app/session/oidc';

/** Where a browser has arrived. */
export interface Arrival {
  readonly status: number;
  /** The page without the id of the request that was refused, or what the program has led to elsewhere. */
  readonly location: string;
  readonly setCookies: readonly string[];
}

/** A browser that the program leads to the provider, from where it comes back without the cookies of `SameSite=Strict`. */
export class LedBrowser extends TestBrowser {
  private readonly providerCookies = new Map<string, string>();

  /** Signs in, whoever the provider takes it for. */
  async led(query: Readonly<Record<string, string>> = {}): Promise<Arrival> {
    const start = await this.start(query);
    const callback = start.status === 303 && !start.location.startsWith(this.origin);
    return callback ? this.land(await this.toCallback(start.location)) : start;
  }

  /** Only to where the program leads. */
  start(query: Readonly<Record<string, string>> = {}): Promise<Arrival> {
    const search = new URLSearchParams(query).toString();
    return this.open(search === '' ? START : `${START}?${search}`, this.cookie);
  }

  /** Through the provider. @returns what it leads back to, path and query */
  async toCallback(address: string): Promise<string> {
    let url = address;
    while (!url.startsWith(this.origin)) url = await followOnce(url, this.providerCookies);
    return url.slice(this.origin.length);
  }

  /** Another one at the same browser may be asked there who they are. */
  forgetProvider(): void {
    this.providerCookies.clear();
  }

  land(callback: string): Promise<Arrival> {
    const lax = [...this.cookies].filter(([name]) => name.includes('sign-in'));
    return this.open(callback, lax.map(([name, value]) => `${name}=${value}`).join('; '));
  }

  private async open(path: string, cookie: string): Promise<Arrival> {
    const response = await fetch(this.url + path, {
      redirect: 'manual',
      headers: {
        'User-Agent': 'Led browser',
        'Sec-Fetch-Site': 'cross-site',
        ...(cookie && { Cookie: cookie }),
      },
    });
    const setCookies = response.headers.getSetCookie();
    for (const set of setCookies) this.keep(set);
    const location = response.headers.get('location') ?? '';
    const refused = `&request_id=${response.headers.get('x-request-id')}`;
    return { status: response.status, location: location.replace(refused, ''), setCookies };
  }
}
