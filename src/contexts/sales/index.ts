export { ClientDirectory } from './clients/client-directory.js';
export {
  CrmIdentifierResponse,
  CrmIdentifiersAnswer,
  CrmIdentifiersMember,
  CrmIdentifierValue,
  MOST_CRM_IDENTIFIERS,
} from './crm-identifiers/crm-identifier.dto.js';
export { CrmIdentifierRepository, crmIdentifiersOf } from './crm-identifiers/crm-identifier.repository.js';
export type { SalesEvent } from './sales.events.js';
export { SalesModule } from './sales.module.js';
export { StageDirectory } from './stages/stage-directory.js';
export { clientNotUsable } from './clients/client.rules.js';
export { stageNotUsable } from './stages/pipeline-stage.rules.js';
