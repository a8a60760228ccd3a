import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Random } from '../../src/seed/world/random.js';
import { readingOf, visitedRows } from '../support/databases/explain.js';
import { fillLarge, LARGE } from '../support/databases/large-data-set.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';

const PAGE_SIZE = 500;
/** Rows of a day, and blocks of the index on the way to them. */
const DAY = 120 + 20;

describe('a page deep in a year of actual time', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await createTestApplication();
    await fillLarge(application.database, application.organizationId, { ...LARGE, projects: 30, people: 60 });
  });
  afterAll(() => application.close());

  it('is found wherever it lies without going through the days before it', async () => {
    const random = new Random(1);
    for (let round = 0; round < 10; round += 1) {
      const page = random.between(2, 70);
      const { statements, body } = await readingOf(
        application.api,
        `/v1/actual-time?start_date=2025-03-01&end_date=2026-02-28&pageSize=${PAGE_SIZE}&page=${page}`,
      );
      expect(body.count).toBe(PAGE_SIZE);
      const visited = await visitedRows(application.database, statements, ['actual_time']);
      expect(visited).toBeLessThan(PAGE_SIZE + DAY);
    }
  });
});
