import { declaredTopics, readScopeOf } from '../../../platform/events/index.js';
import { allows } from '../../../platform/http/index.js';

const resourceOf = (topic: string): string => topic.slice(0, topic.indexOf('.'));

const patternsOf = (topic: string): string[] => [topic, `${resourceOf(topic)}.*`, '*'];

export const changeTopics = (): string[] => declaredTopics().map(({ name }) => name);

export const changePatterns = (): string[] => [...new Set(changeTopics().flatMap(patternsOf))].sort();

/** Those that the scopes allow, of the wanted ones. */
export function readableTopics(scopes: ReadonlySet<string>, wanted: readonly string[] = ['*']): string[] {
  return changeTopics().filter(
    (topic) => allows(scopes, readScopeOf(topic)) && patternsOf(topic).some((name) => wanted.includes(name)),
  );
}
