import { createServer } from 'node:http';

// Writes down every webhook in a process of its own, which nothing that is done to the others slows down.
// A path answers at once, with ?delay=<ms> after a while, with ?delay=never not at all.
const received = [];
let open = 0;

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://receiver');
  if (request.method === 'GET') {
    const answer = url.pathname === '/received' ? received : { open, count: received.length };
    return response.end(JSON.stringify(answer));
  }
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const at = Date.now();
  received.push({ path: url.pathname, at, headers: request.headers, body: Buffer.concat(chunks).toString() });
  open += 1;
  response.on('close', () => (open -= 1));
  const delay = url.searchParams.get('delay') ?? '0';
  if (delay !== 'never') setTimeout(() => response.end('ok'), Number(delay));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`receives at port ${server.address().port}\n`));
