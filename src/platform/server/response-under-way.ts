import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The answer that a connection waits for at this moment. Node keeps it in a member without a type, and leaves no other
 * way to find it from the connection.
 */
export function responseUnderWay(socket: Socket): ServerResponse | null {
  const { _httpMessage } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return _httpMessage ?? null;
}

/** Whether the request that a connection is receiving has had its answer already. */
export function isAnsweredEarly(socket: Socket): boolean {
  const { parser } = socket as Socket & {
    parser?: { readonly incoming?: { readonly complete: boolean; readonly res?: ServerResponse } | null };
  };
  const incoming = parser?.incoming;
  return incoming?.complete === false && incoming.res?.writableEnded === true;
}
