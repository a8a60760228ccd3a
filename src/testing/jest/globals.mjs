// What `@jest/globals` stands for: evaluated once for each module that imports it, by the test file that runs then.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis[Symbol.for('test globals')];
