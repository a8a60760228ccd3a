import { register } from 'node:module';

// The bench and what it shares with the tests run as they are written.
register('../../src/testing/jest/typescript-loader.mjs', import.meta.url);
