export { dataDirectoryOf } from './data-directory.js';
export { declareSettings } from './declared-settings.js';
export { PROCESS_ROLE, type ProcessRole } from './process-role.js';
export { define, type SettingDefinition, type SettingGroup, type ValuesOf } from './setting-definition.js';
export {
  booleanText,
  commaSeparated,
  emailAddress,
  integerBetween,
  integerList,
  listOf,
  name,
  networkList,
  oneOf,
  optionalInteger,
  optionalKey,
  optionalText,
  optionalUrl,
  text,
} from './setting-readers.js';
export { readSettings, SETTINGS, SettingsError, type Settings } from './settings.js';
