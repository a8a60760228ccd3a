import { AsyncLocalStorage } from 'node:async_hooks';

interface Sender {
  organizationId: string;
  userId: string;
  /** Null: a JWT, which is kept nowhere. */
  tokenId?: string | null;
  sessionId?: string;
}

export interface RequestTrace extends Partial<{ [Member in keyof Sender]: Sender[Member] | undefined }> {
  readonly reqId: string;
  readonly address: string | undefined;
  /** Not logged, as functions are not. */
  readonly isAnswered?: () => boolean;
}

export const currentRequest = new AsyncLocalStorage<RequestTrace>();

/** Adds the sender to all further log lines of the current request. */
export function attributeRequest({ organizationId, userId, tokenId, sessionId }: Sender): void {
  const trace = currentRequest.getStore();
  if (trace) Object.assign(trace, { organizationId, userId, tokenId, sessionId });
}
