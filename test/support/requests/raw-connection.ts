import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A TCP connection to the API, for what no HTTP client sends. */
export class RawConnection {
  private received = '';

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => (this.received += chunk.toString()));
    socket.on('error', () => undefined);
  }

  static async to(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** @param lines of the head, and the body after an empty one */
  send(...lines: readonly string[]): void {
    this.socket.write(lines.join('\r\n'));
  }

  /** What came until the other side closed: one answer after the other, each with a JSON body of a known length. */
  async answers(): Promise<RawAnswer[]> {
    if (!this.socket.closed) await once(this.socket, 'close');
    const answers: RawAnswer[] = [];
    for (let rest = this.received; rest !== '';) {
      const end = rest.indexOf('\r\n\r\n') + 4;
      const [line = '', ...fields] = rest.slice(0, end - 4).split('\r\n');
      const headers = new Headers(
        fields.map((field) => field.split(/: (.*)/s).slice(0, 2) as [string, string]),
      );
      const length = Number(headers.get('Content-Length'));
      const body = JSON.parse(rest.slice(end, end + length)) as Record<string, unknown>;
      answers.push({ status: Number(line.split(' ')[1]), headers, body });
      rest = rest.slice(end + length);
    }
    return answers;
  }
}
