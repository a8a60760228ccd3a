export { hasEarlyResponse, responseUnderWay } from './response-under-way.js';
export { ServerStop, type StopPatience } from './server-stop.js';
