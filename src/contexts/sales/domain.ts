/** What rules and states of other contexts use of this one: no framework, no messages. */
export { clientNotUsable } from './clients/client.rules.js';
export { MAX_CRM_IDENTIFIERS, type CrmIdentifier } from './crm-identifiers/crm-identifier.js';
export { stageNotUsable } from './pipelines/pipeline-stage.rules.js';
