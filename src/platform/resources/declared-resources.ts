import type { ResourceDefinition } from './resource-definition.js';

const byType = new Map<string, ResourceDefinition>();
const byNoun = new Map<string, ResourceDefinition>();

/** @throws Error when another resource has its type or its noun */
export function declareResources(resources: readonly ResourceDefinition[]): void {
  for (const resource of resources) {
    const { type, noun } = resource;
    if (byType.has(type)) throw new Error(`The resource "${type}" is declared twice.`);
    if (byNoun.has(noun)) throw new Error(`Two resources are called "${noun}".`);
    byType.set(type, resource);
    byNoun.set(noun, resource);
  }
}

export const declaredResources = (): readonly ResourceDefinition[] => [...byType.values()];

/** @param type as in topics, such as `projectoffering` */
export const resourceOfType = (type: string): ResourceDefinition | undefined => byType.get(type);

/** @param noun as in `IdMember({ of })`, such as `project offering` */
export const resourceOfNoun = (noun: string): ResourceDefinition | undefined => byNoun.get(noun);
