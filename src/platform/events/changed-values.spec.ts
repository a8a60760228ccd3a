import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeOf } from './changed-values.js';
import { declareTopics } from './declared-topics.js';
import { envelopeOf, sequenced } from './event-envelope.js';
import { modified, restrictedTo } from './topic.js';
import { visibleValues } from './visible-values.js';

const priced = restrictedTo('rates:read', ['cost'], modified('priced', 'priced thing'));

describe('a change', () => {
  let undeclare: () => void;
  beforeAll(() => {
    undeclare = declareTopics([priced]);
  });
  afterAll(() => undeclare());

  const before = { id: 'i', name: 'Old', cost: { amount: 1 }, other: 1 };
  const change = changeOf(
    'o',
    [before, { name: 'New', cost: null, other: 2 }],
    { name: 'New', cost: null },
    { of: 'p' },
  );

  it('tells the members that changed, from what to what', () => {
    expect(change).toEqual({
      organizationId: 'o',
      id: 'i',
      payload: { of: 'p', modifiedProperties: ['name', 'cost'] },
      values: { name: { from: 'Old', to: 'New' }, cost: { from: { amount: 1 }, to: null } },
    });
  });

  it('hides what its topic restricts to a scope from who lacks it', () => {
    const { name, ...rest } = change.values;
    expect(visibleValues('priced.modified', change.values, () => false)).toEqual({ name });
    const all = visibleValues('priced.modified', change.values, (scope) => scope === 'rates:read');
    expect(all).toEqual({ name, ...rest });
    expect(visibleValues('unknown.modified', change.values, () => false)).toEqual(change.values);
  });

  it('is sent with its actor and, as last member, its place among all', () => {
    const actor = { userId: 'u', accessTokenId: 't', sessionId: null };
    const { body } = envelopeOf({ topic: 'priced.modified', ...change }, new Date(0), actor);
    expect(JSON.parse(sequenced(body, '12345678901234567890'))).toMatchObject({
      Actor: { UserId: 'u', AccessTokenId: 't' },
      Sequence: '12345678901234567890',
    });
    expect(JSON.parse(sequenced(body, null))).toMatchObject({ Sequence: null });
    expect(JSON.parse(body)).not.toHaveProperty('values');
  });
});
