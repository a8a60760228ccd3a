import { ApiClient } from '../requests/api-client.js';
import { FaultStage } from './fault-stage.js';
import { pause, type Program } from '../programs/program.js';

/** A process of an installation, and how one sees that it works. */
interface Served {
  readonly name: string;
  readonly program: Program;
  /** Where its health checks are. */
  readonly url: string;
  /** Absent: it serves no requests. */
  readonly api?: ApiClient;
}

const lastOf = ({ program }: Served): string => program.output.slice(-2000);

const ASK_EVERY_MS = 100;
/** More would keep a busy machine from ever becoming ready. */
const MAX_ASKED = 5;
const WRITE_EVERY_MS = 200;

/** An installation of every kind of process, with clients that write all the time while its database is restarted. */
export class RestartStage {
  /** Milliseconds from when the server was there until the last process was ready, of each restart. */
  readonly readyAfter: number[] = [];
  private isOver = false;
  private readonly writing: Promise<unknown>;

  private constructor(
    private readonly stage: FaultStage,
    private readonly served: readonly Served[],
  ) {
    this.writing = Promise.all(served.flatMap(({ api }) => (api ? [this.write(api)] : [])));
  }

  /** @param detourUrl another address of the database, for the processes */
  static async begin(databaseUrl: string, detourUrl: string, redisUrl?: string): Promise<RestartStage> {
    const stage = await FaultStage.begin({
      databaseUrl,
      detourUrl,
      delay: 20,
      ...(redisUrl && { redisUrl }),
    });
    const { installation } = stage;
    const { api } = installation;
    const whole = await installation.startWhole();
    const worker = await installation.startWorker();
    const wholeUrl = await whole.address();
    const [, port] = await worker.says(/Metrics at port (\d+)/);
    const [first] = installation.programs as [Program];
    return new RestartStage(stage, [
      { name: 'the API', program: first, url: api.url, api },
      { name: 'the whole program', program: whole, url: wholeUrl, api: new ApiClient(wholeUrl, api.token) },
      { name: 'the worker', program: worker, url: `http://127.0.0.1:${port}` },
    ]);
  }

  /** Those that have ended, with what they said last. */
  get deaths(): string[] {
    return this.served.filter(({ program }) => !program.isAlive).map((one) => `${one.name}: ${lastOf(one)}`);
  }

  get acknowledged(): number {
    return this.stage.acknowledged.size;
  }

  /** Statuses of writes that are neither done nor put off. */
  get unexpected(): [number, number][] {
    return [...this.stage.statuses].filter(([status]) => status !== 201 && status !== 503);
  }

  /**
   * Waits until every process says that it is ready, and does what it is asked.
   * @throws Error when one has ended, and after 20 seconds
   */
  async untilReady(): Promise<void> {
    const began = performance.now();
    await Promise.all(this.served.map((one) => this.untilWorks(one)));
    this.readyAfter.push(performance.now() - began);
  }

  /** What was lost, since the beginning. */
  async differences() {
    this.isOver = true;
    await this.writing;
    return this.stage.differences();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.writing;
    await this.stage.end();
  }

  private async write(api: ApiClient): Promise<void> {
    while (!this.isOver) {
      await this.stage.create('/v1/clients', api);
      await pause(WRITE_EVERY_MS);
    }
  }

  /** Asks again and again while few answers are awaited, one of which may take long. */
  private async untilWorks(served: Served): Promise<void> {
    let isReady = false;
    let asked = 0;
    const ask = async (): Promise<void> => {
      asked += 1;
      const works = await this.works(served);
      isReady ||= works;
      asked -= 1;
    };
    for (const end = Date.now() + 20_000; !isReady; await pause(ASK_EVERY_MS)) {
      if (!served.program.isAlive) throw new Error(`${served.name} has ended: ${lastOf(served)}`);
      if (Date.now() > end) throw new Error(`${served.name} is not ready yet: ${lastOf(served)}`);
      if (asked < MAX_ASKED) void ask();
    }
  }

  private async works({ url, api }: Served): Promise<boolean> {
    const health = await fetch(`${url}/health/ready`).catch(() => null);
    if (health?.status !== 200) return false;
    return api === undefined || (await this.stage.create('/v1/clients', api)) === 201;
  }
}
