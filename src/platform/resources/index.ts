export {
  declaredRecordForms,
  declareRecords,
  recordForm,
  recordFormOf,
  type RecordForm,
} from './declared-records.js';
export { declaredResources, declareResources, resourceOfNoun, resourceOfType } from './declared-resources.js';
export { defineResource, type CrmIdentifierTable, type ResourceDefinition } from './resource-definition.js';
