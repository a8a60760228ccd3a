import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from '../caller.js';
import { countedAddress } from '../rate-limit/client-address.js';

const MAX_DEVICE_LENGTH = 200;
const RETURN_TO = 'returnTo';
const USER = 'user';

/** As {@link Browser.willReturnTo} was told, or nothing. */
export const placeOf = ({ locals }: Response): string => (locals[RETURN_TO] as string | undefined) ?? '';

/** As {@link Browser.countFor} was told. */
export const userOf = ({ locals }: Response): string | undefined => locals[USER] as string | undefined;

export interface CookieOptions {
  readonly isEncrypted: boolean;
  readonly maxAgeSeconds: number;
  /** `Lax`: also where another site leads the browser here. */
  readonly sameSite: 'Strict' | 'Lax';
}

/** Who sent a request from a page, and the cookies there. */
export class Browser {
  constructor(
    private readonly request: ApiRequest,
    private readonly response: Response,
  ) {}

  get address(): string {
    return this.request.ip ?? '';
  }

  /** The address, or the network of one, by which attempts are counted. */
  get network(): string {
    return countedAddress(this.request);
  }

  get device(): string {
    const sent = this.request.get('user-agent') ?? '';
    return sent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_DEVICE_LENGTH);
  }

  /** Who is signed in there: the request counts for that user. */
  countFor(userId: string): void {
    this.response.locals[USER] = userId;
  }

  /** What a refused navigation does not forget. @param path of a page, below those of the application */
  willReturnTo(path: string): void {
    this.response.locals[RETURN_TO] = path;
  }

  cookie(name: string): string | undefined {
    const pairs = (this.request.get('cookie') ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  }

  setCookie(name: string, value: string, { isEncrypted, maxAgeSeconds, sameSite }: CookieOptions): void {
    const secure = isEncrypted ? '; Secure' : '';
    const cookie = `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`;
    this.response.append('Set-Cookie', cookie);
  }

  /** Also for other tabs: the browser has none of this name from now on. */
  clearCookie(name: string, options: Pick<CookieOptions, 'isEncrypted' | 'sameSite'>): void {
    this.setCookie(name, '', { ...options, maxAgeSeconds: 0 });
  }
}

export const CurrentBrowser = createParamDecorator((_data: unknown, context: ExecutionContext): Browser => {
  const http = context.switchToHttp();
  return new Browser(http.getRequest<ApiRequest>(), http.getResponse<Response>());
});
