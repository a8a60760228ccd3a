import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

// One for the whole process, as the modules are that keep it.
const moduleMocker = new ModuleMocker(globalThis);

/** The globals of Node itself, in place of a sandbox with copies of them. */
export default class NodeItself {
  global = globalThis;
  moduleMocker = moduleMocker;
  fakeTimers = null;
  #before = { console: globalThis.console, exit: process.exit };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return null;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.#before.console;
    process.exit = this.#before.exit;
  }
}
