import { describe, expect, it } from '@jest/globals';
import { declareTopics, patternsOf } from '../../platform/events/index.js';
import {
  plannedTimeModified,
  projectCreated,
  projectsMerged,
  projectModified,
  projectOfferingCreated,
} from '../delivery/index.js';
import { topicPatterns, webhookTopics } from './webhook-topics.js';

declareTopics([projectCreated, projectsMerged, projectModified, projectOfferingCreated, plannedTimeModified]);

describe('a pattern', () => {
  it.each(['*', 'project.*', 'project.created', 'projectofferingroleplannedtime.modified'])(
    'is %s',
    (text) => {
      expect(topicPatterns()).toContain(text);
    },
  );

  it.each(['', '.*', '**', 'project', 'project.', 'project.c*', '*.created', 'Project.*', 'webhook.ping'])(
    'is not %p',
    (text) => {
      expect(topicPatterns()).not.toContain(text);
    },
  );

  it('of a resource matches its topics and not those of a resource whose name is longer', () => {
    const matching = webhookTopics().filter((topic) => patternsOf(topic).includes('project.*'));
    expect(matching.sort()).toEqual(['project.created', 'project.merged', 'project.modified']);
  });

  it('exists three times for each topic', () => {
    expect(patternsOf('role.created')).toEqual(['role.created', 'role.*', '*']);
    expect(new Set(topicPatterns()).size).toBe(topicPatterns().length);
  });
});
