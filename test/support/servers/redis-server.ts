import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

/** A Redis of its own, which forgets everything when it is killed. */
export class RedisServer {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly directory: string,
    private readonly port: number,
  ) {}

  /** Not started yet. */
  static async prepare(): Promise<RedisServer> {
    return new RedisServer(await mkdtemp(join(tmpdir(), 'planning-redis-')), await freePort());
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = { port: this.port, bind: '127.0.0.1', save: '', dir: this.directory };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]);
    this.process = spawn('redis-server', args);
    for await (const line of this.process.stdout as AsyncIterable<Buffer>) {
      if (line.toString().includes('Ready to accept connections')) break;
    }
    this.process.stdout?.resume();
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.process?.kill(signal);
  }

  async kill(): Promise<void> {
    const { process } = this;
    this.process = undefined;
    if (process?.kill('SIGKILL')) await once(process, 'exit');
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}
