import { Clock, newId } from '../../../src/platform/values/index.js';
import { listen, type OpenedApplication } from '../../../src/testing/opened-application.js';
import { onWorkerEnd } from '../jest/worker-end.js';
import {
  startApplication,
  withApi,
  withoutApi,
  type TestApplication,
  type TestModule,
} from './test-application.js';

/** What the clock of the shared application shows: the time of the test file that runs. */
class SharedClock extends Clock {
  shown: Clock | undefined;

  override now(): Date {
    return this.shown?.now() ?? super.now();
  }
}

const clock = new SharedClock();
let started: Promise<OpenedApplication> | undefined;
let listening: Promise<string> | undefined;

/**
 * The application that the test files of a worker share, one after the other, without its API: starting it takes longer
 * than most of them. Each file gets an organization of its own. It delivers no webhooks; its limits are out of reach. A
 * file that needs other settings, or counts what is there of all organizations, has its own: createTestModule.
 */
export async function shareTestModule(shown?: Clock): Promise<TestModule> {
  return withoutApi(await start(shown));
}

/** The same with its API, listening. */
export async function shareTestApplication(shown?: Clock): Promise<TestApplication> {
  const application = await start(shown);
  listening ??= listen(application);
  return withApi(application, await listening);
}

async function start(shown?: Clock): Promise<OpenedApplication> {
  clock.shown = shown;
  if (!started) {
    const starting = startApplication({ clock });
    started = starting;
    onWorkerEnd(async () => (await starting).close());
  }
  const application = await started;
  const file = newId();
  return {
    ...application,
    // Files that call an organization alike have each their own.
    organization: (name, ...scopes) => application.organization(`${name} ${file}`, ...scopes),
    // The application itself ends with the worker.
    close: async () => (clock.shown = undefined),
  };
}
