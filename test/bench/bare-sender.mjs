import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

// What the webhooks are measured against: signing and posting in a loop, with kept connections, without a queue and
// without writing anything down. Arguments: how many to warm up with, how many after that, how many at the same time, and
// the URLs in turn.
const [warmUp, count, concurrency, ...urls] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(concurrency) });
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const key = Buffer.alloc(32, 7);
const hmac = (bytes, text) => createHmac('sha256', bytes).update(text).digest();

function send(url) {
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
      response.resume().on('end', resolve);
    });
    sent.on('error', reject).end(body);
  });
}

async function sendAll(count) {
  let next = 0;
  const sendInTurn = async () => {
    while (next < count) await send(urls[next++ % urls.length]);
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, sendInTurn));
}

await sendAll(Number(warmUp));
const before = process.cpuUsage();
await sendAll(Number(count));
agent.destroy();
const { user, system } = process.cpuUsage(before);
console.log(`sent with ${(user + system) / 1000} ms`);
