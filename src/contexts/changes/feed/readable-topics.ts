import { declaredTopics, patternsFor, patternsOf, readScopeOf } from '../../../platform/events/index.js';
import { allows } from '../../../platform/http/index.js';

export const changeTopics = (): string[] => declaredTopics().map(({ name }) => name);

export const changePatterns = (): string[] => patternsFor(changeTopics());

/** Those that the scopes allow, of the wanted ones. */
export function readableTopics(scopes: ReadonlySet<string>, wanted: readonly string[] = ['*']): string[] {
  return changeTopics().filter(
    (topic) => allows(scopes, readScopeOf(topic)) && patternsOf(topic).some((name) => wanted.includes(name)),
  );
}
