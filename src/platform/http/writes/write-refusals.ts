import { conflict, unprocessable } from '../../errors/index.js';

export const idempotencyInProgress = conflict(
  'idempotency.in_progress',
  'A request with this Idempotency-Key is still running: send this one again later.',
);

export const idempotencyKeyReused = unprocessable(
  'idempotency.key_reused',
  'This Idempotency-Key was sent with another query, body or precondition before: take a new key for another request.',
);
