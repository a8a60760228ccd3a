import { conflict, unprocessable } from '../../errors/index.js';

export const idempotencyInProgress = conflict(
  'idempotency.in_progress',
  'A request with this Idempotency-Key is still running: send this one again later.',
);

export const idempotencyKeyReused = unprocessable(
  'idempotency.key_reused',
  'This Idempotency-Key was sent with another query, body or precondition, or by a token with other scopes, before: take a new key for another request.',
);
