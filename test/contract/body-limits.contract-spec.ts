import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { bodyLimits, largeBodyLimits, type BodyLimits } from '../../src/platform/http/limits/body-limits.js';
import { shapeMustFit } from '../../src/platform/http/body/body-shape.js';
import { inflatedBody } from '../../src/platform/http/body/inflated-body.js';
import { newId } from '../../src/platform/values/index.js';
import { largestBody, operationsWithBody } from '../support/requests/described-operations.js';

// Neither a member more in a class nor a better compression must make the largest body one that is refused.
const half = (limits: BodyLimits): BodyLimits => ({
  ...limits,
  members: limits.members / 2,
  items: limits.items / 2,
  levels: limits.levels / 2,
  values: limits.values / 2,
  inflation: limits.inflation / 3,
});
// A thousand records with all that each can have are more than a body has room for.
const many = { ...half(largeBodyLimits), bytes: 4 * largeBodyLimits.bytes };
const limitsOf = (path: string): BodyLimits =>
  ['/v1/actual-time/bulk', '/v1/batch'].includes(path) ? many : half(bodyLimits);
// The best quality has a quarter less bytes, and takes 25 times as long.
const brotli = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

describe('the limits of bodies', () => {
  it.each(operationsWithBody)(
    'leave room around the largest body of $method $path',
    async ({ path, schema }) => {
      const limits = limitsOf(path);
      const body = largestBody(schema, (example) =>
        typeof example === 'string' ? `${example}${newId()}` : example,
      );
      const bytes = Buffer.from(JSON.stringify(body, null, 4));
      expect(() => shapeMustFit(bytes, limits)).not.toThrow();
      expect((await inflatedBody(gzipSync(bytes), 'gzip', limits)).length).toBe(bytes.length);
      expect((await inflatedBody(brotli(bytes), 'br', limits)).length).toBe(bytes.length);
    },
  );
});
