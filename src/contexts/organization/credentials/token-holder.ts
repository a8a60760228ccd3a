import type { Caller, CallerSession } from '../../../platform/http/index.js';

export interface TokenHolder {
  readonly organization_id: string;
  readonly user_id: string;
  /** Null: it is kept nowhere. */
  readonly id: string | null;
  /** What the token allows now. */
  readonly scopes: readonly string[];
  /** When what was sent ends by itself: the token, for good or for want of use, or the overlap of one that was replaced. */
  readonly expires_at: string | null;
  /** Whether it is revoked or has ended by itself, or its user is archived. */
  readonly has_ended: boolean;
  /** Of a session's token only: when its user showed last who they are. */
  readonly signed_in_at?: string;
}

export function callerOf(holder: TokenHolder): Caller {
  const session = sessionOf(holder);
  return {
    organizationId: holder.organization_id,
    userId: holder.user_id,
    tokenId: holder.id,
    scopes: new Set(holder.scopes),
    ...(session && { session }),
    ...(holder.id === null && { bearer: { expiresAt: new Date(holder.expires_at ?? 0) } }),
  };
}

function sessionOf({ signed_in_at: signedInAt, expires_at: expiresAt }: TokenHolder): CallerSession | null {
  if (signedInAt === undefined || expiresAt === null) return null;
  return { signedInAt: new Date(signedInAt), expiresAt: new Date(expiresAt) };
}
