import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Node has no public way from a connection to its response, only this untyped member. */
export function responseUnderWay(socket: Socket): ServerResponse | null {
  const { _httpMessage } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return _httpMessage ?? null;
}

export function hasEarlyResponse(socket: Socket): boolean {
  const { parser } = socket as Socket & {
    parser?: { readonly incoming?: { readonly complete: boolean; readonly res?: ServerResponse } | null };
  };
  const incoming = parser?.incoming;
  return incoming?.complete === false && incoming.res?.writableEnded === true;
}
