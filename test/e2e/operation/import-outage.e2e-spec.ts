import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { silentView } from '../../../src/import/report/progress.js';
import { runImport } from '../../../src/import/run-import.js';
import { AnswerLosingProxy } from '../../support/servers/answer-losing-proxy.js';
import { ApiClient } from '../../support/requests/api-client.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';
import { Installation } from '../../support/installations/installation.js';
import { createTestDatabase, type TestDatabase } from '../../../src/testing/test-database.js';
import { until } from '../../../src/testing/until.js';

const DEALS = 450;
// With one client, one record without an account, pipeline, stages, tags, department, roles and two people.
const RECORDS = DEALS + 14;
const undisturbed = {
  refusals: [],
  finished: true,
  totals: { read: RECORDS, created: RECORDS, updated: 0, refused: 0 },
};

const deals = Array.from({ length: DEALS }, (_, index) =>
  [`K${index}`, 'Ada Love-Lace', 'GTX Pro', 'Initrode', 'Won', '2026-01-05', '', index].join(','),
);
const files: Record<string, string[]> = {
  'accounts.csv': ['account,sector', 'Initrode,technology'],
  'products.csv': ['product,series,sales_price', 'GTX Pro,GTX,4821'],
  'sales_teams.csv': ['sales_agent,manager,regional_office', 'Ada Love-Lace,Max Weber,East'],
  'sales_pipeline.csv': [
    'opportunity_id,sales_agent,product,account,deal_stage,engage_date,close_date,close_value',
    ...deals,
  ],
};

describe('an import whose API goes away', () => {
  let own: TestDatabase;
  let module: TestModule;
  let installation: Installation;
  let folder: string;
  let token: string;
  let lines: string[];
  let organizations = 0;

  beforeAll(async () => {
    own = await createTestDatabase();
    installation = await Installation.begin({ databaseUrl: own.url, isCompressed: false });
    module = await createTestModule({ databaseUrl: own.url });
    folder = await mkdtemp(join(tmpdir(), 'import-'));
    for (const [file, rows] of Object.entries(files)) await writeFile(join(folder, file), rows.join('\n'));
  });
  afterAll(async () => {
    await installation.killAll();
    await rm(folder, { recursive: true });
    await module.close();
    await own.drop();
  });
  beforeEach(async () => {
    lines = [];
    ({ token } = await module.organization(`Importing ${(organizations += 1)}`));
  });

  const run = (url = installation.url) =>
    runImport({
      folder,
      mappingPath: 'src/import/mappings/maven-crm.yaml',
      url,
      token,
      concurrency: 4,
      patienceMs: 60_000,
      view: { ...silentView, say: (line) => lines.push(line) },
      stop: new AbortController().signal,
    });

  const projects = async () =>
    (await new ApiClient(installation.url, token).get<{ total: number }>('/v1/projects?pageSize=1')).body
      .total;

  describe.each(['SIGKILL', 'SIGTERM'] as const)('by %s in its middle', (signal) => {
    it('waits for it, says so, and ends as an undisturbed one', async () => {
      const importing = run();
      await until('some projects are there', async () => (await projects()) > 15);
      await installation.endApi(signal);
      await until('the import has noticed', () => lines.length > 0);
      await installation.startApi();
      expect(await importing).toMatchObject(undisturbed);
      expect(await projects()).toBe(DEALS);
      expect(lines[0]).toMatch(/ does not respond \([A-Z]+ \/v1\/\S+ \w+\): trying again for up to 1 min\.$/);
      expect(lines.at(-1)).toMatch(/^The API responds again after \d+ s\.$/);
    });
  });

  describe('for the moment of its answers', () => {
    let proxy: AnswerLosingProxy;
    afterEach(() => proxy.end());

    it('sends a write again with its key, so that nothing is done twice', async () => {
      proxy = await AnswerLosingProxy.begin(
        installation.url,
        (method, count) => method === 'POST' && count % 5 === 0,
      );
      expect(await run(proxy.url)).toMatchObject(undisturbed);
      expect(await projects()).toBe(DEALS);
      // For 9 steps and 9 batches of deals; every fifth answer was lost.
      expect(proxy.requests.filter((request) => request.startsWith('POST'))).toHaveLength(22);
    });
  });
});
