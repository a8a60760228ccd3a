interface PeriodicWorkOptions {
  readonly intervalMs: number;
  readonly failed: (error: unknown) => void;
}

/** Work that runs at an interval, never twice at once. */
export class PeriodicWork {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isRung = false;
  private hasStopped = false;

  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly options: PeriodicWorkOptions,
  ) {}

  get isStopping(): boolean {
    return this.hasStopped;
  }

  start(): void {
    // A run that lasts longer than the interval is not followed by another one at once.
    const askForRun = (): void => {
      if (!this.running) this.doNow();
    };
    this.timer = setInterval(askForRun, this.options.intervalMs).unref();
  }

  /** Runs once more after a run under way, which may have read too early. */
  doNow(): void {
    if (this.hasStopped) return;
    this.isRung = true;
    this.running ??= this.runWhileRung();
  }

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
