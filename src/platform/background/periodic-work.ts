interface PeriodicWorkOptions {
  readonly intervalMs: number;
  /** Called with what the work throws; it is done again at the next interval. */
  readonly failed: (error: unknown) => void;
}

/** Work that a process does from time to time as long as it runs, never twice at once. */
export class PeriodicWork {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isRung = false;
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
    // A run that lasts longer than the interval is not followed by another one for it.
    const askForRun = (): void => {
      if (!this.running) this.doNow();
    };
    this.timer = setInterval(askForRun, this.options.intervalMs).unref();
  }

  /** Once more after a run that is under way, which may have looked too early. */
  doNow(): void {
    if (this.hasStopped) return;
    this.isRung = true;
    this.running ??= this.runWhileRung();
  }

  /** Ends when the run under way has ended. */
  async stop(): Promise<void> {
    this.hasStopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  private async runWhileRung(): Promise<void> {
    while (this.isRung && !this.hasStopped) {
      this.isRung = false;
      await this.work().catch(this.options.failed);
    }
    this.running = undefined;
  }
}
