import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it, jest } from '@jest/globals';

const require = createRequire(import.meta.url);

function mustHold(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Jest has changed: ${what}. See src/testing/jest/README.md.`);
}

type Runtime = Readonly<Record<string, () => void>>;
type Run = (globalConfig: object, config: object, environment: object, runtime: Runtime) => unknown;

describe('of the private parts of Jest', () => {
  it('a runtime without a member that the runner needs is refused, and the member named', async () => {
    const { default: run } = (await import(new URL('runner.mjs', import.meta.url).href)) as { default: Run };
    const present = () => undefined;
    const runtime = { requireInternalModule: present, unstable_shouldLoadAsEsm: present };
    expect(() => run({}, {}, {}, runtime)).toThrow(
      'Jest has changed: its runtime has no unstable_importModule(). See src/testing/jest/README.md.',
    );
  });

  it('jest-circus asks the runtime for its framework and for the test file', () => {
    const text = readFileSync(require.resolve('jest-circus/runner'), 'utf8');
    for (const name of ['requireInternalModule', 'unstable_shouldLoadAsEsm', 'unstable_importModule']) {
      mustHold(text.includes(`runtime.${name}(`), `jest-circus/runner does not call runtime.${name}()`);
    }
  });

  it('jest-circus keeps its handlers of events in the globals', () => {
    const handlers = (globalThis as { [name: symbol]: unknown })[Symbol.for('EVENT_HANDLERS')];
    mustHold(Array.isArray(handlers), `its handlers are not in globalThis[Symbol.for('EVENT_HANDLERS')]`);
  });

  it('fake timers and mocks are those of the environment', () => {
    const called = jest.fn();
    jest.useFakeTimers();
    try {
      setTimeout(called, 60_000);
      jest.advanceTimersByTime(60_000);
    } finally {
      jest.useRealTimers();
    }
    mustHold(called.mock.calls.length === 1, 'its fake timers do not replace those of Node');
  });

  it('a worker is told with 2 that it is to end', () => {
    const text = readFileSync(require.resolve('jest-worker'), 'utf8');
    mustHold(
      /\bCHILD_MESSAGE_END = 2;/.test(text),
      'CHILD_MESSAGE_END of jest-worker is not 2: a run would wait for every worker',
    );
  });
});
