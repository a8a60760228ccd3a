import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

// What the webhooks are measured against: signing and posting in a loop, with kept connections and without a queue.
// Arguments: how many to warm up with, how many after that, how many at the same time, and the URLs in turn. With
// DATABASE_URL it writes down what came of the deliveries that are under way there: one INSERT of attempts and one UPDATE of
// deliveries for every 32. Otherwise it writes nothing down.
const TOGETHER = 32;
const ASIDE_MS = 500;
const { DATABASE_URL } = process.env;
const [warmUp, count, concurrency, ...urls] = process.argv.slice(2);
const record = DATABASE_URL ? await recorder(DATABASE_URL) : () => undefined;
const agent = new Agent({ keepAlive: true, maxSockets: Number(concurrency) });
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const key = Buffer.alloc(32, 7);
const hmac = (bytes, text) => createHmac('sha256', bytes).update(text).digest();

function post(url) {
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = JSON.stringify({
    Topic: 'actualtime.created',
    OrganizationId: randomUUID(),
    CorrelationId: id,
    EventOccurredOn: new Date().toISOString(),
    Payload: { Id: randomUUID(), ProjectId: randomUUID(), ProjectOfferingId: randomUUID() },
  });
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Service-Signature': `sha256=${hmac(secret, `${timestamp}.${body}`).toString('hex')}`,
    'X-Service-Timestamp': timestamp,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(key, `${id}.${timestamp}.${body}`).toString('base64')}`,
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end(body);
  });
}

async function recorder(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 4, pipeline: true });
  const { rows } = await pool.query(
    `SELECT d.organization_id, d.id FROM webhook_deliveries d WHERE d.state = 'sending' ORDER BY d.id`,
  );
  const insert = {
    name: 'insert',
    text: `INSERT INTO webhook_attempts
             (organization_id, id, webhook_delivery_id, number, started_at, outcome, duration_ms, response_status, response_body)
           SELECT organization_id, id, delivery_id, 1, started_at, 'succeeded', duration_ms, status, ''
           FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::integer[], $6::integer[])
             AS a (organization_id, id, delivery_id, started_at, duration_ms, status)`,
  };
  const update = {
    name: 'update',
    text: `UPDATE webhook_deliveries d SET state = 'delivered', lease_owner = NULL, lease_token = NULL, lease_until = NULL
           FROM unnest($1::uuid[], $2::uuid[]) AS r (organization_id, id)
           WHERE d.organization_id = r.organization_id AND d.id = r.id`,
  };
  const write = async (batch) => {
    const column = (name) => batch.map((attempt) => attempt[name]);
    const client = await pool.connect();
    const begun = client.query('BEGIN');
    const inserted = client.query({
      ...insert,
      values: ['organization_id', 'attemptId', 'id', 'startedAt', 'durationMs', 'status'].map(column),
    });
    const updated = client.query({ ...update, values: ['organization_id', 'id'].map(column) });
    await Promise.all([begun, inserted, updated, client.query('COMMIT')]);
    client.release();
  };
  let done = 0;
  let batch = [];
  return (attempt) =>
    new Promise((resolve) => {
      batch.push({ ...rows[done++], attemptId: randomUUID(), ...attempt, resolve });
      if (batch.length < TOGETHER) return;
      const full = batch;
      batch = [];
      void write(full).then(() => full.forEach((one) => one.resolve()));
    });
}

async function send(url) {
  const startedAt = new Date();
  const began = performance.now();
  const status = await post(url);
  await record({ startedAt, durationMs: Math.round(performance.now() - began), status });
}

async function sendAll(count) {
  let next = 0;
  const sendInTurn = async () => {
    while (next < count) await send(urls[next++ % urls.length]);
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, sendInTurn));
}

await sendAll(Number(warmUp));
console.log('warmed up');
// For the bench to read what PostgreSQL has used; the time is not counted.
await pause(ASIDE_MS);
const before = process.cpuUsage();
await sendAll(Number(count));
agent.destroy();
const { user, system } = process.cpuUsage(before);
console.log(`sent with ${(user + system) / 1000} ms`);
await pause(ASIDE_MS);
process.exit();
