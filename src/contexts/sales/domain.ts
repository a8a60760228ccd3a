/** What rules and states of other contexts use of this one: no framework, no messages. */
export { clientNotUsable } from './clients/client.rules.js';
export { stageNotUsable } from './pipelines/pipeline-stage.rules.js';
