/** SQL for a token t: from when on it is refused for want of use. @param idleDays undefined: never */
export const endOfUse = (idleDays: number | undefined): string =>
  idleDays === undefined
    ? 'NULL::timestamptz'
    : `GREATEST(t.created_at, t.last_used_at, t.rotated_at) + interval '${idleDays} days'`;

export const isUsable = (idleDays: number | undefined): string =>
  `(t.revoked_at IS NULL AND NOT u.is_archived AND (LEAST(t.expires_at, ${endOfUse(idleDays)}) <= now()) IS NOT TRUE)`;

export const joinUser = 'JOIN users u ON u.organization_id = t.organization_id AND u.id = t.user_id';
