import { DataSource } from 'typeorm';
import { LEDGER } from './migration-ledger.js';
import { withMigrations } from './migrations.js';

/** Runs `work` while no other process changes the schema of this database, or starts on it. */
export const holdSchema = <Result>(
  databaseUrl: string,
  work: (schema: HeldSchema) => Promise<Result>,
): Promise<Result> => withMigrations(databaseUrl, (source) => work(new HeldSchema(source)));

/** Names of the migrations that a database has, in the order in which it got them. @param ask gives the rows of a statement */
export async function appliedMigrations(
  ask: <Row>(statement: string, parameters?: unknown[]) => Promise<Row[]>,
): Promise<string[]> {
  const [found] = await ask<{ is_there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS is_there', [
    LEDGER,
  ]);
  if (!found?.is_there) return [];
  const rows = await ask<{ name: string }>(`SELECT name FROM ${LEDGER} ORDER BY id`);
  return rows.map(({ name }) => name);
}

/** The schema of a database that nobody else changes at this moment. */
export class HeldSchema {
  constructor(private readonly source: DataSource) {}

  /** Names of all migrations of this program. */
  get known(): string[] {
    return this.source.migrations.map(({ constructor }) => constructor.name);
  }

  /** Names of those that the database has, in the order in which it got them. */
  applied(): Promise<string[]> {
    return appliedMigrations((statement, parameters) => this.source.query(statement, parameters));
  }

  /** Applies every migration that the database lacks. */
  async migrate(): Promise<void> {
    await this.source.runMigrations({ transaction: 'each' });
  }

  /** Applies those of these migrations that the database lacks. */
  async migrateTo(names: readonly string[]): Promise<void> {
    const classes = this.source.migrations.map(({ constructor }) => constructor);
    const wanted = classes.filter(({ name }) => names.includes(name));
    const source = await new DataSource({ ...this.source.options, migrations: wanted }).initialize();
    await source.runMigrations({ transaction: 'each' }).finally(() => source.destroy());
  }

  /** Takes migrations back, the newest first, up to one of these. */
  async revertTo(names: readonly string[]): Promise<void> {
    const applied = await this.applied();
    while (applied.length > 0 && !names.includes(applied.pop() ?? ''))
      await this.source.undoLastMigration({ transaction: 'each' });
  }
}
