import { describe, expect, it } from '@jest/globals';
import { allows, scopes } from '../../src/platform/http/routes/scope.js';
import { mayDo } from '../../src/web/rights/may-do.js';
import '../../src/contexts.js';

describe('what the pages offer', () => {
  it('is what the server allows, for every scope that is held and every one that is needed', () => {
    const all = scopes();
    const differing = all.flatMap((held) =>
      all
        .filter((needed) => mayDo([held], needed) !== allows(new Set([held]), needed))
        .map((needed) => `${held}: ${needed}`),
    );
    expect(all.length).toBeGreaterThan(15);
    expect(differing).toEqual([]);
  });
});
