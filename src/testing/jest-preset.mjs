import { fileURLToPath } from 'node:url';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Node itself runs the tests and compiles TypeScript as it imports it: the jest that Node 20 has loads no ES modules of Nest 12. */
export const runner = {
  testEnvironment: file('./jest/environment.mjs'),
  testRunner: file('./jest/runner.mjs'),
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: {},
};

/** One PostgreSQL for the whole run, with a template of which every test file gets a copy. */
export const database = {
  globalSetup: file('./jest/global-setup.mjs'),
  globalTeardown: file('./jest/global-teardown.mjs'),
};

export default { ...runner, ...database, testTimeout: 60_000 };
