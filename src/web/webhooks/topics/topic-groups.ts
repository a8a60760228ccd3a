export const ALL = '*';

export const wildcardOf = (topic: string): string => `${topic.slice(0, topic.indexOf('.'))}.*`;

export interface TopicGroup {
  readonly wildcard: string;
  readonly topics: readonly string[];
}

/** By what they are about, in the order in which they are given. */
export function topicGroups(patterns: readonly string[]): TopicGroup[] {
  const topics = patterns.filter((pattern) => !pattern.endsWith(ALL));
  const wildcards = [...new Set(topics.map(wildcardOf))];
  return wildcards.map((wildcard) => ({
    wildcard,
    topics: topics.filter((topic) => wildcardOf(topic) === wildcard),
  }));
}

export const includes = (chosen: readonly string[], pattern: string): boolean =>
  chosen.some((one) => one !== pattern && (one === ALL || one === wildcardOf(pattern)));

/** Adds or takes away, and leaves out what is included then. */
export function withTopic(chosen: readonly string[], pattern: string, isChosen: boolean): string[] {
  const others = chosen.filter((one) => one !== pattern);
  if (!isChosen) return others;
  const all = [...others, pattern];
  return all.filter((one) => !includes(all, one));
}
