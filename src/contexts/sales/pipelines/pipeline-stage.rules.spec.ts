import { describe, expect, it } from '@jest/globals';
import { changedStagesMustBelong, newStagesMustDiffer } from './pipeline-stage.rules.js';

const refusal = (code: string, message = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(message) }) as never;

describe('a stage', () => {
  it('is changed with its own pipeline only: pipeline.unknown_stage', () => {
    const stages = [{ id: 'a' }, { id: 'b' }];
    expect(() => changedStagesMustBelong([{ id: 'b' }], stages)).not.toThrow();
    expect(() => changedStagesMustBelong([{ id: 'b' }, { id: 'c' }], stages)).toThrow(
      refusal('pipeline.unknown_stage', 'stages[1].id:'),
    );
  });

  it('shares no CRM identifier with another new one: request.invalid', () => {
    const stage = (system: string, identifier: string) => ({ crm_identifiers: [{ system, identifier }] });
    expect(() => newStagesMustDiffer([{}, stage('a', '1'), stage('a', '2'), stage('A', '1')])).not.toThrow();
    expect(() => newStagesMustDiffer([stage('a', '1'), {}, stage('a', '1')])).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        members: { 'stages[2].crm_identifiers[0]': [expect.any(String)] },
      }),
    );
  });
});
