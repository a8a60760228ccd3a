export { isValidation } from './current-write.js';
export { absenceMustMatch, preconditionFailed, versionMustMatch } from './precondition.js';
