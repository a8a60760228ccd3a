export { isValidation } from './current-write.js';
export { endMustNotBeBeforeStart } from './start-and-end.js';
export { entityTag } from './entity-tags.js';
export { requestMemberFixed } from './fixed-members.js';
export { absenceIsWanted, absenceMustMatch, preconditionFailed, versionMustMatch } from './precondition.js';
