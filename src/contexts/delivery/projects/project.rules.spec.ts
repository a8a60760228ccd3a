import { describe, expect, it } from '@jest/globals';
import {
  clientMustFitModel,
  internalProjectMustHaveNoClient,
  moneyMustBeInProjectCurrency,
  projectMustNotBeArchived,
  projectMustNotBeMerged,
  statusMustBeReachable,
} from './project.rules.js';

const refusal = (code: string, message = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(message) }) as never;
const fault = (member: string) =>
  expect.objectContaining({ kind: 'invalid', members: { [member]: [expect.any(String)] } }) as never;

describe('a project', () => {
  it('has a client when it is one for clients, and none when it is internal: request.invalid', () => {
    expect(() => clientMustFitModel('client', 'c')).not.toThrow();
    expect(() => clientMustFitModel('internal', undefined)).not.toThrow();
    expect(() => clientMustFitModel('client', undefined)).toThrow(fault('client_id'));
    expect(() => clientMustFitModel('internal', 'c')).toThrow(fault('client_id'));
  });

  it('that is internal never gets a client: project.internal_has_no_client', () => {
    expect(() => internalProjectMustHaveNoClient('client', 'c')).not.toThrow();
    expect(() => internalProjectMustHaveNoClient('internal', undefined)).not.toThrow();
    expect(() => internalProjectMustHaveNoClient('internal', 'c')).toThrow(
      refusal('project.internal_has_no_client'),
    );
  });

  it('has its money in its currency: project.currency_mismatch', () => {
    const budget = { currency_code: 'USD', amount: 1 };
    expect(() => moneyMustBeInProjectCurrency('USD', budget, 'target_budget')).not.toThrow();
    expect(() => moneyMustBeInProjectCurrency('EUR', null, 'target_budget')).not.toThrow();
    expect(() => moneyMustBeInProjectCurrency('EUR', budget, 'target_budget')).toThrow(
      refusal('project.currency_mismatch', 'target_budget:'),
    );
  });

  it('moves to the states that can follow its own, and is told which: project.status_move', () => {
    expect(() => statusMustBeReachable('pre_sale', 'in_progress')).not.toThrow();
    expect(() => statusMustBeReachable('on_hold', 'on_hold')).not.toThrow();
    expect(() => statusMustBeReachable('in_progress', 'pre_sale')).toThrow(
      refusal('project.status_move', 'on_hold or completed'),
    );
  });

  it('that was merged away stays as it was: project.merged', () => {
    expect(() => projectMustNotBeMerged(null)).not.toThrow();
    expect(() => projectMustNotBeMerged('0193')).toThrow(refusal('project.merged', '0193'));
  });

  it('that is archived takes no new work: project.archived', () => {
    expect(() => projectMustNotBeArchived({ is_archived: false })).not.toThrow();
    expect(() => projectMustNotBeArchived({ is_archived: true })).toThrow(refusal('project.archived'));
  });
});
