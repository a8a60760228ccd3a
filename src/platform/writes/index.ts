export { isValidation } from './current-write.js';
export { requestMemberFixed } from './fixed-members.js';
export { absenceIsWanted, absenceMustMatch, preconditionFailed, versionMustMatch } from './precondition.js';
