import type { Topic } from './topic.js';

const declared = new Map<string, Topic>();

/** @returns takes the declaration back */
export function declareTopics(topics: readonly Topic[]): () => void {
  for (const topic of topics) {
    const known = declared.get(topic.name);
    if (known !== undefined && known !== topic) throw new Error(`${topic.name} is declared twice.`);
    declared.set(topic.name, topic);
  }
  return () => topics.forEach(({ name }) => declared.delete(name));
}

export const declaredTopics = (): readonly Topic[] => [...declared.values()];

export const isDeclared = (topic: Topic): boolean => declared.get(topic.name) === topic;
