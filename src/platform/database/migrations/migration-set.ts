import { existsSync, readdirSync } from 'node:fs';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { connectionOptions } from '../connection.js';
import { DatabaseUnavailableError } from '../start-failures.js';
import { declaredMigrations } from './declared-migrations.js';
import { ledgerOf, qualified, type Ask } from './ledger.js';

type MigrationClass = new () => MigrationInterface;
type Steps = 'all' | 'each';

export class MigrationSet {
  readonly known: readonly string[];

  private constructor(
    /** undefined: the program. */
    readonly context: string | undefined,
    private readonly classes: readonly MigrationClass[],
    private readonly options: DataSourceOptions,
  ) {
    this.known = classes.map(({ name }) => qualified(context, name));
  }

  /** That of the program first, then those of extensions in the order of declaration. */
  static async all(databaseUrl: string): Promise<MigrationSet[]> {
    const own = { context: undefined, folder: programFolder() };
    return Promise.all(
      [own, ...declaredMigrations()].map(
        async ({ context, folder }) =>
          new MigrationSet(context, await classesIn(folder), {
            ...connectionOptions(databaseUrl, 2),
            migrationsTableName: ledgerOf(context),
          }),
      ),
    );
  }

  async apply(steps: Steps, names: readonly string[] = this.known): Promise<void> {
    const wanted = this.classes.filter(({ name }) => names.includes(qualified(this.context, name)));
    await this.withSource(wanted, (source) => source.runMigrations({ transaction: steps }));
  }

  /** Reverts, the newest first, up to one of `names`. */
  async undo(ask: Ask, names: readonly string[] = []): Promise<void> {
    const [found] = await ask<{ is_there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS is_there', [
      ledgerOf(this.context),
    ]);
    if (!found?.is_there) return;
    const rows = await ask<{ name: string }>(`SELECT name FROM "${ledgerOf(this.context)}" ORDER BY id`);
    const applied = rows.map(({ name }) => qualified(this.context, name));
    await this.withSource(this.classes, async (source) => {
      while (applied.length > 0 && !names.includes(applied.pop() ?? ''))
        await source.undoLastMigration({ transaction: 'each' });
    });
  }

  private async withSource(
    migrations: readonly MigrationClass[],
    work: (source: DataSource) => Promise<unknown>,
  ): Promise<void> {
    const source = new DataSource({ ...this.options, migrations: [...migrations] });
    await source.initialize();
    try {
      await work(source);
    } finally {
      await source.destroy();
    }
  }
}

/** `dist/migrations` after a build, `migrations` in tests. */
function programFolder(): URL {
  const folder = ['../../../migrations/', '../../../../migrations/']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url));
  if (folder) return folder;
  throw new DatabaseUnavailableError(
    'The folder "migrations" is missing: build the program again with "npm run build".',
  );
}

async function classesIn(folder: URL): Promise<MigrationClass[]> {
  const files = readdirSync(folder).filter((file) => /^\d{13}-[a-z0-9-]+\.(js|ts)$/.test(file));
  const modules = await Promise.all(
    files.sort().map((file) => import(new URL(file, folder).href) as Promise<Record<string, MigrationClass>>),
  );
  return modules.flatMap((module) => Object.values(module));
}
