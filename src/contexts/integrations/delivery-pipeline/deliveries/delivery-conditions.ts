// Conditions of deliveries and attempts, written so that PostgreSQL uses the index that is meant, and no other, whatever
// its statistics say: of a burst after a quiet hour they say that there is nothing, and then it would read the index of all
// states whole.

/** The index of due deliveries by time. */
export const isPendingByTime = "state = 'pending' AND next_attempt_at > '-infinity'";

/** For those whose key is known. */
export const isPendingByKey = "(d.state = 'pending') IS TRUE";

/** For those whose id is known: the index of queued deliveries. */
export const isQueuedById = "(d.state = 'queued') IS TRUE";

/**
 * The attempt `a` with this id (the token of its lease) of this delivery: either index that fits finds it at once. By
 * its id alone, a plan of the first moments would go through all attempts of the organization.
 */
export const isAttemptOf = (organizationId: string, deliveryId: string, id: string): string =>
  `a.organization_id = ${organizationId} AND a.webhook_delivery_id = ${deliveryId} AND a.id = ${id}`;
