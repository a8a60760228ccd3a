import { describe, expect, it } from '@jest/globals';
import { mergeChanges } from './project-merge-changes.js';

const project = (members: object = {}) => ({
  id: 'p',
  tags: [],
  crm_identifiers: [],
  is_archived: false,
  ...members,
});
const full = { tags: ['A'], crm_identifiers: [{ system: 's', identifier: '1', url: null }] };

describe('a merge', () => {
  it('changes only what it has to', () => {
    expect(mergeChanges(project(), project(), [], [])).toEqual({
      target: [],
      source: ['merged_into_id', 'is_archived'],
      offerings: [],
    });
    expect(mergeChanges(project(), project({ is_archived: true }), [], []).source).toEqual([
      'merged_into_id',
    ]);
  });

  it('gives the target the identifiers of the source and the tags that it lacks', () => {
    expect(mergeChanges(project(), project(full), [], [])).toMatchObject({
      target: ['tags', 'crm_identifiers'],
      source: ['merged_into_id', 'is_archived', 'tags', 'crm_identifiers'],
    });
    const tagged = project({ tags: ['a'] });
    expect(mergeChanges(tagged, project({ tags: ['A'] }), [], []).target).toEqual([]);
  });
});
