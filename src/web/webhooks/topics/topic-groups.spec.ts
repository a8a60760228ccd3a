import { describe, expect, it } from '@jest/globals';
import { includes, topicGroups, withTopic } from './topic-groups.js';

describe('the topics to choose from', () => {
  it('stand by what they are about, without the patterns', () => {
    expect(
      topicGroups(['*', 'client.*', 'client.created', 'client.modified', 'tag.deleted', 'tag.*']),
    ).toEqual([
      { wildcard: 'client.*', topics: ['client.created', 'client.modified'] },
      { wildcard: 'tag.*', topics: ['tag.deleted'] },
    ]);
  });

  it('are included in the pattern of their resource and in all, and are left out then', () => {
    expect(includes(['client.*'], 'client.created')).toBe(true);
    expect(includes(['client.*'], 'project.created')).toBe(false);
    expect(withTopic(['client.created', 'tag.deleted'], 'client.*', true)).toEqual([
      'tag.deleted',
      'client.*',
    ]);
    expect(withTopic(['client.*', 'tag.deleted'], '*', true)).toEqual(['*']);
    expect(withTopic(['*'], '*', false)).toEqual([]);
  });
});
