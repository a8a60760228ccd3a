import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { skillsAreInstalled, skillsAreMissing } from '../../support/databases/skill-migrations.js';
import { CopyStage, rowsOf } from '../../support/databases/copy-stage.js';
import { withSchemaLock } from '../../../src/platform/database/migrations/schema-lock.js';
import { revertMigrations, runMigrations } from '../../../src/platform/database/migrations/migrations.js';
import { createTestDatabase, type TestDatabase } from '../../../src/testing/test-database.js';

const LEDGER = 'SELECT name FROM schema_migrations_skills';
const TABLES = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename !~ '^schema_migrations'`;
const LACKS =
  /has tables of an extension that this process lacks \(skills\): install it and name it in EXTENSIONS/;
const IS_OLDER =
  /is of a newer version of the extension skills, with a migration that the installed one does not know \(skills\/AddLevels1796000000001\): install the newer version in place of the one that EXTENSIONS names\.$/;

describe('the migrations of an extension', () => {
  let stage: CopyStage;
  let database: TestDatabase;
  const databases: TestDatabase[] = [];

  const newDatabase = async (isMigrated?: boolean): Promise<TestDatabase> => {
    const made = await createTestDatabase(isMigrated);
    databases.push(made);
    return made;
  };
  const becomeNewer = () =>
    rowsOf(
      database.url,
      `INSERT INTO schema_migrations_skills (timestamp, name) VALUES (1796000000001, 'AddLevels1796000000001')`,
    );
  const addSkill = () =>
    rowsOf(
      database.url,
      `WITH made AS (INSERT INTO organizations (id, name, name_key) VALUES (gen_random_uuid(), 'A', 'a') RETURNING id)
       INSERT INTO skills (organization_id, id, name) SELECT id, gen_random_uuid(), 'Rust' FROM made`,
    );

  beforeAll(async () => {
    stage = await CopyStage.open();
  });
  beforeEach(async () => {
    skillsAreInstalled();
    database = await newDatabase();
    await runMigrations(database.url);
  });
  afterEach(skillsAreMissing);
  afterAll(async () => {
    await Promise.all(databases.map(({ drop }) => drop()));
    await stage.remove();
  });

  it('are applied after those of the program, in a ledger of their own, and undone before them', async () => {
    expect(await rowsOf(database.url, LEDGER)).toEqual([{ name: 'CreateSkills1796000000000' }]);
    await revertMigrations(database.url);
    expect(await rowsOf(database.url, LEDGER)).toEqual([]);
    expect(await rowsOf(database.url, TABLES)).toEqual([]);
    await runMigrations(database.url);
    expect(await rowsOf(database.url, LEDGER)).toHaveLength(1);
  });

  it('stop a start and an undoing that lack the extension, and change nothing', async () => {
    skillsAreMissing();
    for (const work of [runMigrations, revertMigrations]) {
      await expect(work(database.url)).rejects.toThrow(LACKS);
    }
    expect(await rowsOf(database.url, LEDGER)).toHaveLength(1);
  });

  it('stop a start and an undoing with an older version of the extension, and name it', async () => {
    await becomeNewer();
    for (const work of [runMigrations, revertMigrations]) {
      await expect(work(database.url)).rejects.toThrow(IS_OLDER);
    }
    expect(await rowsOf(database.url, LEDGER)).toHaveLength(2);
  });

  it('stop a restore that lacks the extension, or has an older version, and name it', async () => {
    const { url } = await newDatabase(false);
    const file = await stage.backUp(database.url, 'skills.backup');
    skillsAreMissing();
    await expect(stage.restore(url, file)).rejects.toThrow(LACKS);
    skillsAreInstalled();
    await becomeNewer();
    const newer = await stage.backUp(database.url, 'newer.backup');
    await expect(stage.restore(url, newer)).rejects.toThrow(IS_OLDER);
    expect(await rowsOf(url, TABLES)).toEqual([]);
  });

  it('are undone by a restore of a backup from before them, and applied again after its rows', async () => {
    const target = await newDatabase();
    await withSchemaLock(target.url, (schema) => schema.migrate());
    skillsAreMissing();
    const { url } = await newDatabase();
    const file = await stage.backUp(url, 'before.backup');
    skillsAreInstalled();
    await rowsOf(target.url, 'ALTER TABLE skill_profiles ADD left_over text');
    await stage.restore(target.url, file);
    expect(await rowsOf(target.url, LEDGER)).toHaveLength(1);
    await expect(rowsOf(target.url, 'SELECT left_over FROM skill_profiles')).rejects.toThrow('left_over');
  });

  it('come back with the rows of the extension', async () => {
    await addSkill();
    const { url } = await newDatabase(false);
    await stage.restore(url, await stage.backUp(database.url, 'filled.backup'));
    expect(await rowsOf(url, 'SELECT name FROM skills')).toEqual([{ name: 'Rust' }]);
  });
});
