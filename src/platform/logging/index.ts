export { ApplicationLogger } from './application-logger.js';
export { attributeRequest, currentRequest, type RequestTrace } from './current-request.js';
export { describeError, writeDescription } from './error-description.js';
export { LoggingModule, ROOT_LOGGER } from './logging.module.js';
export { logWholeProcess } from './process-output.js';
export { STANDARD_ERROR, type LogOutput, type RootLogger } from './root-logger.js';
