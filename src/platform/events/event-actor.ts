import { currentRequest } from '../logging/index.js';

export interface EventActor {
  readonly userId: string;
  readonly accessTokenId: string | null;
  readonly sessionId: string | null;
}

/** Whose request is being answered; null: it is the program's own work, also what goes on after the response. */
export function currentActor(): EventActor | null {
  const request = currentRequest.getStore();
  if (!request?.userId || request.isAnswered?.()) return null;
  const { userId, tokenId: accessTokenId = null, sessionId = null } = request;
  return { userId, accessTokenId, sessionId };
}
