import type { ClientBase } from 'pg';
import { socketOf } from '../protocol/pg-internals.js';
import { cut } from '../pool/patient-client.js';

const EVERY_MS = 1000;
const MAX_MISSED = 3;

/** For LISTEN: sends a statement every second, and cuts a connection without a result for three seconds. */
export function startHeartbeat(client: ClientBase): void {
  let waiting = 0;
  const timer = setInterval(() => {
    waiting += 1;
    if (waiting > MAX_MISSED) cut(client);
    if (waiting > 1) return;
    client
      .query('SELECT 1')
      .catch(() => undefined)
      .finally(() => (waiting = 0));
  }, EVERY_MS).unref();
  socketOf(client).once('close', () => clearInterval(timer));
}
