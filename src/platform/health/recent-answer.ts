/** For figures that are shown beside what matters, and wait for a connection like everybody else. */
export const FIGURES_WITHIN_MS = 1000;
const FRESH_MS = 1000;
const FRESH_FAILURE_MS = 200;
const PATIENCE_MS = 2000;
const GIVE_UP_MS = 10_000;

/** Caches a result for a second. Callers share one query, repeated once it settles or after ten seconds. */
export class RecentAnswer<Answer> {
  private answer: { readonly value: Answer | null; readonly at: number } | undefined;
  private question: { readonly promise: Promise<Answer | null>; readonly at: number } | undefined;

  constructor(
    private readonly ask: () => Promise<Answer>,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** null: no result in time. */
  async get(): Promise<Answer | null> {
    const now = performance.now();
    if (this.answer && now - this.answer.at < freshMsOf(this.answer.value)) return this.answer.value;
    if (!this.question || now - this.question.at >= GIVE_UP_MS) this.put();
    const { promise, at } = this.question ?? { promise: Promise.resolve(null), at: now };
    return firstOf(promise, Math.max(0, at + this.patienceMs - now));
  }

  private put(): void {
    const question = { promise: this.ask().catch(() => null), at: performance.now() };
    this.question = question;
    void question.promise.then((value) => {
      if (this.question !== question) return;
      this.question = undefined;
      this.answer = { value, at: performance.now() };
    });
  }
}

const freshMsOf = (answer: unknown): number => (answer === null ? FRESH_FAILURE_MS : FRESH_MS);

async function firstOf<Answer>(
  promise: Promise<Answer | null>,
  milliseconds: number,
): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
