import { describe, expect, it } from '@jest/globals';
import { pipelineMustNotBeArchived } from './pipeline.rules.js';

describe('a pipeline', () => {
  it('takes stages only while it is in use: pipeline.archived', () => {
    expect(() => pipelineMustNotBeArchived({ is_archived: false })).not.toThrow();
    expect(() => pipelineMustNotBeArchived({ is_archived: true })).toThrow(
      expect.objectContaining({ code: 'pipeline.archived', kind: 'conflict' }),
    );
  });
});
