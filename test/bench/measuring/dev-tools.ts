import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

const ENDS_WITH = '\0';

/**
 * Chromium by its own protocol, with nothing switched on but what is asked for. A library that drives pages listens to all
 * that happens in them, for which V8 parses the scripts once more while they are loaded.
 */
export class DevTools {
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private rest = '';

  private constructor(private readonly browser: ChildProcess) {
    const input = browser.stdio[4] as Readable;
    input.setEncoding('utf8').on('data', (text: string) => this.take(text));
    browser.once('exit', () => this.fail());
  }

  static start(program: string, words: readonly string[]): DevTools {
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const;
    return new DevTools(
      spawn(program, [...words, '--headless', '--remote-debugging-pipe'], { stdio: [...stdio] }),
    );
  }

  send<Result = unknown>(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    const id = (this.last += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      (this.browser.stdio[3] as Writable).write(
        JSON.stringify({ id, method, params, sessionId }) + ENDS_WITH,
      );
    });
  }

  /** Runs a script in a page. @throws Error where the page is left meanwhile */
  async evaluate<Value>(expression: string, sessionId: string): Promise<Value> {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result } = await this.send<{ result: { value: Value } }>('Runtime.evaluate', options, sessionId);
    return result.value;
  }

  async end(): Promise<void> {
    const ended = once(this.browser, 'exit');
    await this.send('Browser.close');
    await ended;
  }

  private take(text: string): void {
    const messages = (this.rest + text).split(ENDS_WITH);
    this.rest = messages.pop() ?? '';
    for (const message of messages) this.reply(JSON.parse(message) as Reply);
  }

  private reply({ id = 0, result, error }: Reply): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result as never);
  }

  private fail(): void {
    for (const { reject } of this.waiting.values()) reject(new Error('Chromium has ended.'));
  }
}
