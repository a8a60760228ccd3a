import type { Topic } from './topic.js';

const declared = new Map<string, Topic>();
const readScopes = new Map<string, string>();

/** @param scope of the context, such as `people` @returns takes the declaration back */
export function declareTopics(topics: readonly Topic[], scope?: string): () => void {
  for (const topic of topics) {
    const known = declared.get(topic.name);
    if (known !== undefined && known !== topic) throw new Error(`${topic.name} is declared twice.`);
    declared.set(topic.name, topic);
    readScopes.set(topic.name, topic.audience ? 'admin' : scope === undefined ? 'read' : `${scope}:read`);
  }
  return () => topics.forEach(({ name }) => declared.delete(name));
}

export const declaredTopics = (): readonly Topic[] => [...declared.values()];

/** What a token needs to read of it in the feed. */
export const readScopeOf = (topicName: string): string => readScopes.get(topicName) ?? 'admin';

export const isDeclared = (topic: Topic): boolean => declared.get(topic.name) === topic;
