export { sales } from './sales.context.js';
export * from './sales.resources.js';
export * from './domain.js';
export { UsableClients } from './clients/usable-clients.js';
export {
  CrmIdentifierResponse,
  CrmIdentifiersResponse,
  CrmIdentifiersMember,
  CrmIdentifierValue,
} from './crm-identifiers/crm-identifier.dto.js';
export { CrmIdentifierRepository, crmIdentifiersOf } from './crm-identifiers/crm-identifier.repository.js';
export * from './sales.events.js';
export { UsableStages } from './pipelines/usable-stages.js';
export { SalesModule } from './sales.module.js';
