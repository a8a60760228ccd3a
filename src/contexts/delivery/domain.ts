/** What rules of other contexts use of this one: no framework, no messages. */
export { projectOfferingNotUsable } from './offerings/project-offering.rules.js';
export type { UsableOffering } from './offerings/usable-offering.js';
export { namedProjectMustBeUsable, type NamedProjects } from './project-directory/named-project.rules.js';
