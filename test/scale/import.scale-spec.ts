import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { silentView } from '../../src/import/report/progress.js';
import { runImport } from '../../src/import/run-import.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { AnswerLosingProxy } from '../support/servers/answer-losing-proxy.js';

/** Within three minutes at the default limit of 100 requests per minute. */
const MAX_CALLS = 200;
const NIGHTLY_CALLS = 30;
const REPORT_CALLS = 60;
const MAX_MS = 180_000;
const DEALS = 8800;
const ACCOUNTS = 85;
const AGENTS = 35;
const CHANGED = 200;
const RECORDS = 25_398;

interface Made {
  readonly calls: number;
  readonly milliseconds: number;
  readonly totals: Awaited<ReturnType<typeof runImport>>['totals'];
}

describe('a whole file', () => {
  let application: TestApplication;
  let folder: string;

  beforeAll(async () => {
    application = await createTestApplication();
    folder = await mkdtemp(join(tmpdir(), 'import-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await application.close();
  });

  const write = (file: string, head: string, lines: readonly string[]) =>
    writeFile(join(folder, file), [head, ...lines, ''].join('\r\n'));
  const writeDeals = (changed: number) =>
    write(
      'sales_pipeline.csv',
      'opportunity_id,sales_agent,product,account,deal_stage,engage_date,close_date,close_value',
      Array.from({ length: DEALS }, (_, index) => {
        const value = index < changed ? index + 1 : index;
        return `N${index},Agent ${index % AGENTS} Kay,GTX Pro,Account ${index % ACCOUNTS},Won,2026-01-05,2026-03-01,${value}`;
      }),
    );

  const load = async (mapping: string, token: string): Promise<Made> => {
    const proxy = await AnswerLosingProxy.begin(application.url, () => false);
    const began = performance.now();
    try {
      const { totals, refusals } = await runImport({
        folder,
        mappingPath: `${resolve('src/import/mappings', mapping)}.yaml`,
        url: proxy.url,
        token,
        concurrency: 2,
        view: silentView,
        stop: new AbortController().signal,
      });
      expect(refusals).toEqual([]);
      return { calls: proxy.requests.length, milliseconds: performance.now() - began, totals };
    } finally {
      await proxy.end();
    }
  };

  it(
    `of ${DEALS} deals is loaded with at most ${MAX_CALLS} calls, and followed every night with at most ${NIGHTLY_CALLS}`,
    async () => {
      const accounts = Array.from({ length: ACCOUNTS }, (_, index) => `Account ${index},technology`);
      const agents = Array.from({ length: AGENTS }, (_, index) => `Agent ${index} Kay,Max Weber,East`);
      await write('accounts.csv', 'account,sector', accounts);
      await write('products.csv', 'product,series,sales_price', ['GTX Pro,GTX,4821']);
      await write('sales_teams.csv', 'sales_agent,manager,regional_office', agents);
      await writeDeals(0);
      const { token } = await application.organization('A CRM');
      const first = await load('maven-crm', token);
      const again = await load('maven-crm', token);
      await writeDeals(CHANGED);
      const next = await load('maven-crm', token);
      process.stderr.write(`${[first, again, next].map(said).join('; ')}\n`);
      expect(first.totals.created).toBeGreaterThan(DEALS + ACCOUNTS + AGENTS);
      expect(again.totals).toMatchObject({ created: 0, updated: 0 });
      expect(next.totals).toMatchObject({ created: 0, updated: CHANGED });
      expect(first.calls).toBeLessThanOrEqual(MAX_CALLS);
      expect(again.calls).toBeLessThanOrEqual(NIGHTLY_CALLS);
      expect(next.calls).toBeLessThanOrEqual(NIGHTLY_CALLS);
    },
    MAX_MS,
  );

  it(
    `of ${RECORDS} records of a time tracker is loaded with at most ${REPORT_CALLS} calls, and again without doubles`,
    async () => {
      const rows = Array.from({ length: RECORDS }, (_, index) => {
        const day = String(1 + (index % 28)).padStart(2, '0');
        const place = `Client ${index % 30},Project ${index % 120},,Development,did ${index % 50}`;
        return `2026-02-${day},${place},"0,25",Yes,No,No,Given${index % 400},Kay,"Designer, Lead",Yes,100,50,Euro - EUR`;
      });
      await write(
        'time_report.csv',
        'Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,Approved?,First Name,Last Name,Roles,Employee?,Billable Rate,Cost Rate,Currency',
        rows,
      );
      const { token, api } = await application.organization('A tracker');
      const made = await load('harvest', token);
      const again = await load('harvest', token);
      process.stderr.write(`${said(made)}; ${said(again)}\n`);
      const { body } = await api.get<{ total: number }>('/v1/actual-time?start_date=2026-02-01&pageSize=1');
      expect(body.total).toBe(RECORDS);
      expect(again.totals).toMatchObject({ created: 0, updated: 0 });
      for (const { calls } of [made, again]) expect(calls).toBeLessThanOrEqual(REPORT_CALLS);
    },
    MAX_MS,
  );
});

const said = ({ calls, milliseconds }: Made): string =>
  `${calls} calls in ${(milliseconds / 1000).toFixed(1)} s`;
