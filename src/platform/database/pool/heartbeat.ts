import type { ClientBase } from 'pg';
import { cut, socketOf } from './patient-client.js';

const EVERY_MS = 1000;
const UNANSWERED = 3;

/**
 * For a connection that listens, or that others ask short questions: asks it every second, and ends it when there is no
 * answer for three. One that was cut without a word would otherwise be waited on for ever.
 */
export function keepAsking(client: ClientBase): void {
  let waiting = 0;
  const timer = setInterval(() => {
    waiting += 1;
    if (waiting > UNANSWERED) cut(client);
    if (waiting > 1) return;
    client
      .query('SELECT 1')
      .catch(() => undefined)
      .finally(() => (waiting = 0));
  }, EVERY_MS).unref();
  socketOf(client).once('close', () => clearInterval(timer));
}
