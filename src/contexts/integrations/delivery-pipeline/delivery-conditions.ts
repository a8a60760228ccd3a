// Conditions of deliveries, written so that PostgreSQL uses the index that is meant, and no other, whatever its statistics
// say: of a burst after a quiet hour they say that there is nothing, and then it would read the index of all states whole.

/** The index of due deliveries by time. */
export const isPendingByTime = "state = 'pending' AND next_attempt_at > '-infinity'";

/** For those whose key is known. */
export const isPendingByKey = "(d.state = 'pending') IS TRUE";

/** For those whose id is known: the index of queued deliveries. */
export const isQueuedById = "(d.state = 'queued') IS TRUE";
