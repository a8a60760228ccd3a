export { ApiClient, type ApiResponse } from './api-client.js';
export { startTestApplication, type TestApplication, type TestOptions } from './test-application.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
export { until } from './until.js';
