import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { locateBinaries } from '../../../src/platform/database/embedded-postgres/server-binaries.js';
import {
  initializeDatabase,
  openDataDirectory,
  readOrCreatePassword,
  serverEnvironment,
  serverUser,
} from '../../../src/platform/database/embedded-postgres/server-files.js';
import { freePort } from './free-port.js';
import { pause } from '../programs/program.js';

const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'jit=off'];
const watchScript = fileURLToPath(new URL('../../../src/testing/jest/server-watch.mjs', import.meta.url));

/** A PostgreSQL of its own that keeps its port when it is stopped, and its promises: nothing of its durability is off. */
export class StoppablePostgres {
  private server: ChildProcess | undefined;

  private constructor(
    private readonly directory: string,
    private readonly bin: string,
    private readonly port: number,
    private readonly password: string,
    private readonly watch: ChildProcess,
  ) {}

  static async start(): Promise<StoppablePostgres> {
    const user = serverUser();
    const directory = await mkdtemp(join(tmpdir(), 'planning-faults-'));
    // The server may have to run as another user than the tests, and must get through this directory.
    await chmod(directory, 0o755);
    // It ends the server when the tests are killed.
    const watch = spawn(process.execPath, [watchScript, directory], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    await openDataDirectory(directory, user);
    const password = await readOrCreatePassword(directory, user);
    const bin = await locateBinaries(directory, user);
    await initializeDatabase(directory, bin, user, AbortSignal.timeout(60_000));
    const server = new StoppablePostgres(directory, bin, await freePort(), password, watch);
    await server.startAgain();
    return server;
  }

  /** @returns when it takes connections */
  async startAgain(): Promise<void> {
    for (const end = Date.now() + 60_000; !(await this.isReady()); await pause(50)) {
      if (Date.now() > end) throw new Error('PostgreSQL does not start');
      // What is left of one that was killed can keep the next one from starting.
      if (!this.server || this.server.exitCode !== null) this.spawn();
    }
  }

  private spawn(): void {
    const user = serverUser();
    const options = settings.flatMap((setting) => ['-c', setting]);
    this.server = spawn(
      join(this.bin, 'postgres'),
      ['-D', join(this.directory, 'db'), '-p', String(this.port), ...options],
      {
        stdio: 'ignore',
        cwd: this.directory,
        env: serverEnvironment(),
        ...(user && { uid: user.uid, gid: user.gid }),
      },
    );
  }

  /** As `pg_ctl stop -m immediate`: every connection breaks, and the next start has to recover. */
  stopImmediately(): Promise<void> {
    return this.stop('SIGQUIT');
  }

  /** As `pg_ctl stop -m fast`: every session is told to end, and what it was about is undone. */
  stopFast(): Promise<void> {
    return this.stop('SIGINT');
  }

  /** As `pg_ctl stop -m smart`, which waits for sessions that do not end, until somebody loses patience. */
  async stopSmartlyAndKill(): Promise<void> {
    this.server?.kill('SIGTERM');
    await pause(300);
    await this.stop('SIGKILL');
  }

  /** Ends every session; the server goes on. */
  terminateAll(): Promise<void> {
    return this.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
  }

  private async stop(signal: NodeJS.Signals): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server?.kill(signal)) await once(server, 'exit');
  }

  /** @returns the URL of a new, empty database */
  async newDatabase(): Promise<string> {
    const name = `faults_${randomBytes(4).toString('hex')}`;
    await this.query(`CREATE DATABASE ${name}`);
    return this.url(name);
  }

  async remove(): Promise<void> {
    await this.stopImmediately();
    const ended = once(this.watch, 'exit');
    this.watch.stdin?.end();
    await ended;
    await rm(this.directory, { recursive: true, force: true });
  }

  private url(database: string): string {
    return `postgres://planning:${this.password}@127.0.0.1:${this.port}/${database}`;
  }

  private isReady(): Promise<boolean> {
    return this.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  private async query(statement: string): Promise<void> {
    const client = new Client({ connectionString: this.url('postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(statement);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
