export {
  crmIdentifierTaken,
  identifierKey,
  MAX_CRM_IDENTIFIERS,
  MAX_SYSTEM_LENGTH,
  storedCrmIdentifiers,
  type CrmIdentifier,
} from './crm-identifier.js';
export { CrmIdentifiersColumn, crmIdentifiersOf } from './crm-identifiers-column.js';
