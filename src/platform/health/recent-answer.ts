const FRESH_MS = 1000;
// What failed may succeed the next moment.
const FRESH_FAILURE_MS = 200;
const PATIENCE_MS = 2000;
const GIVE_UP_MS = 10_000;

/**
 * The answer to a question that may take long or fail, for those who must have one soon: at most a second old and
 * within two seconds. However many ask, the question is put once, and again only when it is answered or ten seconds old.
 */
export class RecentAnswer<Answer> {
  private answer: { readonly value: Answer | null; readonly at: number } | undefined;
  private question: { readonly promise: Promise<Answer | null>; readonly at: number } | undefined;

  /** @param patienceMs how long one waits for it at most */
  constructor(
    private readonly ask: () => Promise<Answer>,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** null: there is no answer. */
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

/** null when it takes longer. */
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
