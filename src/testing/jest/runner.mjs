import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import runWithJest from 'jest-circus/runner';
import './register-typescript.mjs';

// Test files that share a worker share its modules too: loading the application anew for each took most of the time.
const require = createRequire(import.meta.url);
const testGlobals = Symbol.for('test globals');
const END = 2; // CHILD_MESSAGE_END of jest-worker
const replaced = ['requireInternalModule', 'unstable_shouldLoadAsEsm', 'unstable_importModule'];

process.setSourceMapsEnabled(true);
// In a worker. What is open, such as kept connections, ends with it: Jest waits half a second for that, then it complains.
if (process.connected) {
  process.on('message', (message) => {
    if (Array.isArray(message) && message[0] === END) process.exit();
  });
}

/** Jest's own runner, on modules that Node imports. */
export default function runTestFile(globalConfig, config, environment, runtime, testPath, report) {
  for (const name of [...replaced, 'requireModuleOrMock']) {
    if (typeof runtime[name] === 'function') continue;
    throw new Error(`Jest has changed: its runtime has no ${name}(). See src/testing/jest/README.md.`);
  }
  runtime.requireInternalModule = requireAnew;
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = (path) => {
    globalThis[testGlobals] = runtime.requireModuleOrMock(path, '@jest/globals');
    return import(pathToFileURL(path).href);
  };
  // Jest knows no source maps of modules that it does not load; Node does.
  delete Error.prepareStackTrace;
  return runWithJest.default(globalConfig, config, environment, runtime, testPath, report);
}

/** The framework keeps the tests of a file: every file needs one of its own. */
function requireAnew(path) {
  delete require.cache[path];
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  return require(path);
}
