import { database as packaged, runner } from './src/testing/jest-preset.mjs';

const base = {
  ...runner,
  // The sources name each other as they are called once compiled: Jest looks up which tests are related to a change.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // What else lies in the folder is its user's own.
  roots: ['<rootDir>/src', '<rootDir>/test'],
  modulePathIgnorePatterns: ['<rootDir>/test/.output/'],
};

const database = {
  ...packaged,
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.mjs',
};

const suite = (displayName, testMatch, extra = {}) => ({
  ...base,
  displayName,
  testMatch: [`<rootDir>/${testMatch}`],
  ...extra,
});

export default {
  // Jest knows no timeout per project: this one is for starts of servers and browsers on a busy machine.
  testTimeout: 120_000,
  // A worker ends with its last file, but a busy machine may take a while for that.
  workerGracefulExitTimeout: 10_000,
  projects: [
    suite('small', '{src,test/bench}/**/*.spec.ts'),
    suite('medium', 'test/medium/**/*.medium-spec.ts', database),
    suite('e2e', 'test/e2e/**/*.e2e-spec.ts', database),
    suite('idioms', 'test/idioms/**/*.idiom-spec.ts', database),
    suite('contract', 'test/contract/**/*.contract-spec.ts', database),
    suite('architecture', 'test/architecture/**/*.spec.ts'),
    suite('extension', 'test/extension/*.extension-spec.ts'),
    suite('start', 'test/start/**/*.start-spec.ts', database),
    suite('browser', 'test/browser/**/*.browser-spec.ts', database),
    suite('scale', 'test/scale/**/*.scale-spec.ts', database),
    suite('redis', 'test/redis/**/*.redis-spec.ts', database),
    suite('faults', 'test/faults/**/*.faults-spec.ts'),
  ],
};
