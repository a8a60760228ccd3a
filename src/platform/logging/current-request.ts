import { AsyncLocalStorage } from 'node:async_hooks';

/** Whom a request comes from, as far as that is known. */
interface Sender {
  organizationId: string;
  userId: string;
  tokenId: string;
}

/** What every line within a request says of it. */
export interface RequestTrace extends Partial<Record<keyof Sender, string | undefined>> {
  readonly reqId: string;
  /** IP address of the client. */
  readonly address: string | undefined;
}

/** The request that the running code belongs to. */
export const currentRequest = new AsyncLocalStorage<RequestTrace>();

/** From now on the lines of the current request name its sender, also where it is refused. */
export function attributeRequest({ organizationId, userId, tokenId }: Sender): void {
  const trace = currentRequest.getStore();
  if (trace) Object.assign(trace, { organizationId, userId, tokenId });
}
