export { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.js';
