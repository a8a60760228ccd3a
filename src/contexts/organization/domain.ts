/** What rules and states of other contexts use of this one: no framework, no messages. */
export { calculationThresholds, type CalculationThreshold } from './organizations/organization.entity.js';
export { MAX_TAGS, withKnownTags } from './tags/tag-names.js';
export { tagInUse, tagNotUsable } from './tags/tag.rules.js';
