import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

type Misbehave = (socket: Socket) => void;

const megabyte = 2 ** 20;
const head = 'HTTP/1.1 200 OK\r\n';
const bomb = gzipSync(Buffer.alloc(64 * megabyte));

/** Writes as fast as the other side reads, until it goes or `times` are over. */
function flood(socket: Socket, chunk: string | Buffer, times = Infinity): void {
  let left = times;
  const more = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      if (!socket.write(chunk)) return;
    }
  };
  socket.on('drain', more);
  more();
}

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
}

/** What a receiver may do to whoever calls it, once it has begun to read the request. */
export const misbehaviours = {
  'answers with a gigabyte': (socket) => {
    socket.write(`${head}Content-Length: 1073741824\r\n\r\n`);
    flood(socket, Buffer.alloc(megabyte, 'x'), 1024);
  },
  'answers with chunks without end': (socket) => {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    flood(socket, `1000\r\n${'y'.repeat(4096)}\r\n`);
  },
  'answers with a bomb of compressed zeros': (socket) => {
    socket.end(
      Buffer.concat([Buffer.from(`${head}Content-Encoding: gzip\r\nConnection: close\r\n\r\n`), bomb]),
    );
  },
  'answers one byte now and then': (socket) => {
    socket.write(`${head}Content-Length: 100000\r\n\r\n`);
    drip(socket, 'z');
  },
  'sends its headers one byte now and then': (socket) => {
    socket.write(`${head}X-Slow: `);
    drip(socket, 'z');
  },
  'says nothing': () => undefined,
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'resets the connection in the middle of its answer': (socket) => {
    socket.write(`${head}Content-Length: 1000\r\n\r\nhalf`, () =>
      setTimeout(() => socket.resetAndDestroy(), 20),
    );
  },
  'hangs up': (socket) => socket.end(),
  'hangs up in the middle of its answer': (socket) => socket.end(`${head}Content-Length: 1000\r\n\r\nhalf`),
  'sends headers without end': (socket) => {
    socket.write(head);
    flood(socket, `X-More: ${'h'.repeat(1000)}\r\n`);
  },
  'sends one header without end': (socket) => {
    socket.write(`${head}X-Long: `);
    flood(socket, 'h'.repeat(megabyte));
  },
  'sends trailers without end': (socket) => {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n0\r\n`);
    flood(socket, `X-More: ${'t'.repeat(1000)}\r\n`);
  },
  'sends a chunk extension without end': (socket) => {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n1;`);
    flood(socket, 'e'.repeat(megabyte));
  },
  'sends interim answers without end': (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  'switches protocols': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
  'speaks another protocol': (socket) => socket.write('220 mail.example.com ESMTP ready\r\n'),
  'sends two lengths': (socket) =>
    socket.end(`${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
} satisfies Record<string, Misbehave>;

export interface Receiver {
  readonly port: number;
  /** Connections that were made to it. */
  readonly connections: () => number;
  readonly close: () => void;
}

/** A TCP server on this address that does one thing to everybody who sends something. */
export async function receiver(behave: Misbehave, address = '127.0.0.1', port = 0): Promise<Receiver> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => behave(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
