export { InternalRequests } from './internal-requests.js';
export type { InternalRequest, InternalResult } from './internal-messages.js';
