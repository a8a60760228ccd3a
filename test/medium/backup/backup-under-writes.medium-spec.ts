import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PlannedTimeService } from '../../../src/contexts/delivery/planned-time/planned-time.service.js';
import { ProjectMergeService } from '../../../src/contexts/delivery/project-merge/project-merge.service.js';
import { ClientService } from '../../../src/contexts/sales/clients/client.service.js';
import { ActualTimeRecordingService } from '../../../src/contexts/time-tracking/actual-time/actual-time-recording.service.js';
import { ActualTimeService } from '../../../src/contexts/time-tracking/actual-time/actual-time.service.js';
import { aClient } from '../../factories/sales.factory.js';
import { plannedDays } from '../../factories/delivery.factory.js';
import { anActualTime } from '../../factories/time-tracking.factory.js';
import { until } from '../../../src/testing/until.js';
import { CopyStage, rowsOf } from '../../support/databases/copy-stage.js';
import { createPlanning } from '../../support/application/planning.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';
import { createTestDatabase } from '../../../src/testing/test-database.js';

const BACKUPS = 4;

/** Each finds what must never be; all of them are kept by single transactions of the program. */
const faults: Readonly<Record<string, string>> = {
  'a client without its event': `
    SELECT id::text FROM clients WHERE id::text NOT IN (${idsOf('client.created')})`,
  'an event without its client': `
    SELECT * FROM (${idsOf('client.created')}) e(id) WHERE id NOT IN (SELECT id::text FROM clients)`,
  'actual time without its event': `
    SELECT id::text FROM actual_time WHERE id::text NOT IN (${idsOf('actualtime.created')})`,
  'actual time that was deleted': `
    SELECT id::text FROM actual_time WHERE id::text IN (${idsOf('actualtime.deleted')})`,
  'a count that is not that of its rows': `
    SELECT organization_id, recorded_date, billable, sum(n) FROM (
        SELECT organization_id, recorded_date, billable, 1 AS n FROM actual_time
        UNION ALL SELECT organization_id, recorded_date, billable, -row_count FROM actual_time_counts) c
      GROUP BY 1, 2, 3 HAVING sum(n) <> 0`,
  'a merged project that has an offering': `
    SELECT p.id FROM projects p JOIN project_offerings o ON o.project_id = p.id
    WHERE p.merged_into_id IS NOT NULL`,
  'a merged project without its event': `
    SELECT id::text FROM projects WHERE merged_into_id IS NOT NULL AND id::text NOT IN (${idsOf('project.merged')})`,
  'half of a plan': `
    SELECT project_offering_role_id FROM planned_time GROUP BY 1 HAVING count(*) <> 5 OR count(DISTINCT hours) <> 1`,
};

function idsOf(topic: string): string {
  return `SELECT body::json->'Payload'->>'Id' FROM outbox_events WHERE topic = '${topic}'`;
}

describe('backups that are made while others write', () => {
  let stage: CopyStage;
  let application: TestModule;
  beforeAll(async () => {
    stage = await CopyStage.open();
    application = await createTestModule();
  });
  afterAll(async () => {
    await application.close();
    await stage.remove();
  });

  it('hold what was true at one moment: no write is in them in part', async () => {
    const { organizationId } = application;
    const planning = await createPlanning(application);
    const offering = await planning.newOffering();
    const person = await planning.newPerson();
    const { id: role } = await planning.newRole(offering);
    const path = { projectId: planning.projectId, projectOfferingId: offering };
    let isOver = false;
    let writes = 0;
    const writer = async (write: (index: number) => Promise<unknown>) => {
      for (let index = 1; !isOver; index += 1, writes += 1) await write(index);
    };
    const writers = [
      writer(() => application.get(ClientService).create(organizationId, aClient())),
      writer(async () => {
        const { id } = await application
          .get(ActualTimeRecordingService)
          .create(organizationId, anActualTime(offering, person));
        if (writes % 2 === 0) await application.get(ActualTimeService).remove(organizationId, id);
      }),
      writer((index) => {
        const days = plannedDays('2027-03-01', ...Array<number>(5).fill((index % 20) + 1));
        return application.get(PlannedTimeService).apply(organizationId, path, role, days);
      }),
      writer(async () => {
        const source = await planning.newProject();
        await planning.newOffering({}, source);
        const target = await planning.newProject();
        await application.get(ProjectMergeService).merge(organizationId, target, source);
      }),
    ];
    const files: string[] = [];
    for (let number = 1; number <= BACKUPS; number += 1) {
      const begun = writes;
      files.push(await stage.backUp(application.databaseUrl, `${number}.backup`));
      await until('40 writes more are done', () => writes >= begun + 40);
    }
    isOver = true;
    await Promise.all(writers);

    let before = 0;
    for (const file of files) {
      const copy = await createTestDatabase();
      const { rows } = await stage.restore(copy.url, file);
      for (const [fault, statement] of Object.entries(faults))
        expect([file, fault, await rowsOf(copy.url, statement)]).toEqual([file, fault, []]);
      expect(rows).toBeGreaterThan(before);
      before = rows;
      await copy.drop();
    }
  });
});
