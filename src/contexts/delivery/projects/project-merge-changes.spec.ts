import { describe, expect, it } from '@jest/globals';
import { mergeChanges, mergeEvents } from './project-merge-changes.js';

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

  it('is told with every record that it changes', () => {
    const changes = mergeChanges(project(), project(full), [{ id: 'o' }, { id: 'r' }], [{ id: 'r' }]);
    const roles = [{ id: 'role', projectOfferingId: 'o' }];
    const told = mergeEvents('organization', 't', 's', changes, roles).map(({ topic, id, ...event }) => [
      topic,
      id,
      'payload' in event ? event.payload : undefined,
    ]);
    expect(told).toEqual([
      ['project.merged', 's', { targetProjectId: 't' }],
      ['project.modified', 's', { modifiedProperties: changes.source }],
      ['project.modified', 't', { modifiedProperties: ['tags', 'crm_identifiers'] }],
      ['projectoffering.modified', 'o', { projectId: 't', modifiedProperties: ['project_id'] }],
      ['projectoffering.modified', 'r', { projectId: 't', modifiedProperties: ['project_id', 'name'] }],
      [
        'projectofferingrole.modified',
        'role',
        { projectId: 't', projectOfferingId: 'o', modifiedProperties: ['project_id'] },
      ],
    ]);
    const quiet = mergeEvents('organization', 't', 's', mergeChanges(project(), project(), [], []), []);
    expect(quiet.map(({ topic }) => topic)).toEqual(['project.merged', 'project.modified']);
  });
});
