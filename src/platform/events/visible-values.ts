import type { ChangedValues } from './changed-values.js';
import { declaredTopics } from './declared-topics.js';

/** Without those that the topic restricts to a scope which the token lacks. */
export function visibleValues(
  topicName: string,
  values: ChangedValues,
  mayRead: (scope: string) => boolean,
): ChangedValues {
  const { restricted = {} } = declaredTopics().find(({ name }) => name === topicName) ?? {};
  const visible = Object.entries(values).filter(([member]) => {
    const scope = restricted[member];
    return scope === undefined || mayRead(scope);
  });
  return Object.fromEntries(visible);
}
