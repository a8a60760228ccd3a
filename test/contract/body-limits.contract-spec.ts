import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { bodyLimits } from '../../src/platform/http/limits/body-limits.js';
import { shapeMustFit } from '../../src/platform/http/body/body-shape.js';
import { inflatedBody } from '../../src/platform/http/body/inflated-body.js';
import { newId } from '../../src/platform/values/index.js';
import { largestBody, operationsWithBody } from '../support/requests/described-operations.js';

// A member more in a class must not make the largest body one that is refused.
const halfOfThem = {
  ...bodyLimits,
  members: bodyLimits.members / 2,
  items: bodyLimits.items / 2,
  levels: bodyLimits.levels / 2,
  values: bodyLimits.values / 2,
  inflation: bodyLimits.inflation / 2,
};

describe('the limits of bodies', () => {
  it.each(operationsWithBody)('leave room around the largest body of $method $path', async ({ schema }) => {
    const body = largestBody(schema, (example) =>
      typeof example === 'string' ? `${example}${newId()}` : example,
    );
    const bytes = Buffer.from(JSON.stringify(body, null, 4));
    expect(() => shapeMustFit(bytes, halfOfThem)).not.toThrow();
    expect((await inflatedBody(gzipSync(bytes), 'gzip', halfOfThem)).length).toBe(bytes.length);
    expect((await inflatedBody(brotliCompressSync(bytes), 'br', halfOfThem)).length).toBe(bytes.length);
  });
});
