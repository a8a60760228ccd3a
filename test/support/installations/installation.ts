import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ApiClient } from '../requests/api-client.js';
import { freePort } from '../servers/free-port.js';
import type { LedgerReceiver } from '../servers/ledger-receiver.js';
import { Program } from '../programs/program.js';

export interface LedgerSubscriber {
  readonly id: string;
  /** Where it receives. */
  readonly path: string;
  readonly secret: string;
}

interface Options {
  readonly databaseUrl: string;
  /** Another address of the database, for the processes. */
  readonly detourUrl?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether the settings below come first. */
  readonly isCompressed?: boolean;
}

/** Seconds; the shortest that the settings allow, with a receiver that answers within two. */
export const LEASE_SECONDS = 12;
export const CONCURRENCY = 48;

/** Settings of processes whose memory is measured. */
export const collectsGarbage = {
  NODE_OPTIONS: `--import ${new URL('../programs/collect-garbage.mjs', import.meta.url).href}`,
};

/** Receivers on this machine. */
const localSettings = {
  RATE_LIMIT_REQUESTS: '1000000',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_MAX_SUBSCRIBERS: '1000',
  WEBHOOK_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
};

/** Everything that takes minutes and hours in production within seconds. */
const compressedSettings = {
  WEBHOOK_CONNECT_TIMEOUT_MS: '2000',
  WEBHOOK_EXCHANGE_TIMEOUT_MS: '2000',
  WEBHOOK_LEASE_SECONDS: String(LEASE_SECONDS),
  WEBHOOK_QUEUE_LEASE_SECONDS: '5',
  WEBHOOK_SWEEP_INTERVAL_MS: '250',
  WEBHOOK_RELAY_INTERVAL_MS: '100',
  WEBHOOK_RETRY_DELAYS_SECONDS: '1,1,2,2',
  WEBHOOK_CONCURRENCY: String(CONCURRENCY),
  // So that the attempts of a process that was killed leave room for those of the next one.
  WEBHOOK_SUBSCRIBER_CAP: '1000',
};

/** The program as it is operated: an API and workers, each a process of its own that anything may happen to. */
export class Installation {
  readonly workers: Program[] = [];
  private readonly settings: Readonly<Record<string, string>>;
  private readonly further: Program[] = [];
  private program: Program | undefined;

  private constructor(
    readonly databaseUrl: string,
    settings: Readonly<Record<string, string>>,
    private readonly port: number,
  ) {
    this.settings = settings;
  }

  /** With an API and without a worker. */
  static async begin({
    databaseUrl,
    detourUrl = databaseUrl,
    settings = {},
    isCompressed = true,
  }: Options): Promise<Installation & { api: ApiClient }> {
    const directory = await mkdtemp(join(tmpdir(), 'planning-installation-'));
    const all = {
      DATA_DIRECTORY: directory,
      DATABASE_URL: detourUrl,
      ...localSettings,
      ...(isCompressed && compressedSettings),
      ...settings,
    };
    const installation = new Installation(databaseUrl, all, await freePort());
    await installation.startApi();
    const token = await installation.program?.firstToken();
    await rm(directory, { recursive: true });
    const api = new ApiClient(installation.url, token);
    // From here on the client knows the description, also when the API is away.
    await api.get('/v1/me');
    return Object.assign(installation, { api });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** One API and one worker, as far as they do not run yet. */
  async startAll(): Promise<void> {
    const workers = this.workers.splice(1);
    await Promise.all([
      this.program ?? this.startApi(),
      this.workers[0] ?? this.startWorker(),
      ...workers.map((worker) => worker.kill('SIGKILL')),
    ]);
  }

  async startApi(): Promise<void> {
    this.program = new Program(['dist/main.js', '--api-only'], {
      ...this.settings,
      PORT: String(this.port),
      LOG_LEVEL: 'fatal',
    });
    await this.program.says(/listens on/);
  }

  async startWorker(settings: Readonly<Record<string, string>> = {}): Promise<Program> {
    const worker = new Program(['dist/worker.js'], {
      ...this.settings,
      LOG_LEVEL: 'info',
      METRICS_PORT: '0',
      ...settings,
    });
    this.workers.push(worker);
    await worker.says(/delivers webhooks/);
    return worker;
  }

  /** The program of `npm start`, beside the others: it serves requests and delivers. */
  async startWhole(): Promise<Program> {
    const program = new Program(['dist/main.js'], { ...this.settings, LOG_LEVEL: 'fatal' });
    this.workers.push(program);
    await program.address();
    return program;
  }

  /** Another one that serves requests, at an address of its own. */
  async startFurtherApi(): Promise<string> {
    const program = new Program(['dist/main.js', '--api-only'], { ...this.settings, LOG_LEVEL: 'fatal' });
    this.further.push(program);
    return program.address();
  }

  /** All that run. */
  get programs(): readonly Program[] {
    return [...(this.program ? [this.program] : []), ...this.further, ...this.workers];
  }

  /** @returns how it ended */
  async endApi(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | undefined> {
    const { program } = this;
    this.program = undefined;
    return program?.kill(signal);
  }

  /** @returns how the worker ended that was started first */
  async endWorker(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | undefined> {
    return this.workers.shift()?.kill(signal);
  }

  async killAll(): Promise<void> {
    const others = [...this.further.splice(0), ...this.workers.splice(0)];
    await Promise.all([this.endApi('SIGKILL'), ...others.map((one) => one.kill('SIGKILL'))]);
  }

  /** A token of another organization, which is made. */
  async tokenOf(organization: string): Promise<string> {
    const words = ['token', 'create', '--organization', organization, '--email', 'other@example.com'];
    const cli = new Program(['dist/cli.js', ...words], this.settings);
    return (await cli.says(/pda_[0-9A-Za-z]{49}/))[0];
  }

  /** Straight from the database, over a connection of its own. */
  async rows<Row>(statement: string, parameters: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(statement, parameters)).rows as Row[];
    } finally {
      await client.end();
    }
  }
}

/** Subscribers to these topics at paths of their own. */
export async function subscribe(
  api: ApiClient,
  receiver: LedgerReceiver,
  paths: readonly string[],
  { topics = ['client.*'], delay = 0 }: { topics?: string[]; delay?: number | 'never' } = {},
): Promise<LedgerSubscriber[]> {
  const subscribers: LedgerSubscriber[] = [];
  for (const path of paths) {
    const { id, secret } = await api.create<{ id: string; secret: string }>('/v1/webhook-subscribers', {
      name: path,
      url: receiver.url(path, delay),
    });
    await api.create(`/v1/webhook-subscribers/${id}/subscriptions`, { topics });
    subscribers.push({ id, path, secret });
  }
  return subscribers;
}
