interface PeriodicWorkOptions {
  readonly intervalMs: number;
  /** Called with what the work throws; it is done again at the next interval. */
  readonly failed: (error: unknown) => void;
}

/** Work that a process does from time to time as long as it runs, never twice at once. */
export class PeriodicWork {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | undefined;
  private hasStopped = false;

  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly options: PeriodicWorkOptions,
  ) {}

  /** Whether work that takes long should end. */
  get isStopping(): boolean {
    return this.hasStopped;
  }

  /** From the next interval on. */
  start(): void {
    this.timer = setInterval(() => this.doNow(), this.options.intervalMs).unref();
  }

  /** A run that lasts longer than the interval is not joined by another one. */
  doNow(): void {
    this.running ??= this.work()
      .catch(this.options.failed)
      .finally(() => (this.running = undefined));
  }

  /** Ends when the run under way has ended. */
  async stop(): Promise<void> {
    this.hasStopped = true;
    clearInterval(this.timer);
    await this.running;
  }
}
