import { Agent, request } from 'node:http';

// Clients in a process of their own, each with one request at a time, until nobody listens any more. An answer has
// come when its body has. A connection that is refused breaks nothing: the client knows that nothing was sent.
// Arguments: address, token, how many, and whether they keep their connections (keep-alive) or not (close).
const [address, token, clients, connections] = process.argv.slice(2);
const counts = { answered: {}, refused: 0, broken: [] };
let requests = 0;

function send(agent) {
  requests += 1;
  const body = requests % 4 ? undefined : JSON.stringify({ name: `${process.pid}-${requests}` });
  const headers = { 'X-API-KEY': token, ...(body && { 'Content-Type': 'application/json' }) };
  const method = body ? 'POST' : 'GET';
  return new Promise((resolve, reject) => {
    request(`${address}/v1/tags?${body ? '' : 'pageSize=5'}`, { agent, headers, method })
      .on('error', reject)
      .on('response', (answer) => {
        answer.on('error', reject).on('end', () => resolve(answer.statusCode));
        answer.resume();
      })
      .end(body);
  });
}

async function run() {
  const agent = connections === 'keep-alive' ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
  for (;;) {
    try {
      const status = await send(agent);
      counts.answered[status] = (counts.answered[status] ?? 0) + 1;
    } catch (error) {
      if (error.code === 'ECONNREFUSED') break;
      counts.broken.push(error.code ?? error.message);
    }
  }
  counts.refused += 1;
}

const tell = () => process.stdout.write(`${JSON.stringify(counts)}\n`);
const telling = setInterval(tell, 50);
await Promise.all(Array.from({ length: Number(clients) }, run));
clearInterval(telling);
tell();
