import { appliedMigrations } from './ledger.js';
import { withMigrations, type LockedSchema } from './migrations.js';

/** Runs `work` while no other process changes the schema of this database, or starts on it. */
export const holdSchema = <Result>(
  databaseUrl: string,
  work: (schema: HeldSchema) => Promise<Result>,
): Promise<Result> => withMigrations(databaseUrl, (schema) => work(new HeldSchema(schema)));

export class HeldSchema {
  constructor(private readonly schema: LockedSchema) {}

  get known(): string[] {
    return this.schema.sets.flatMap(({ known }) => known);
  }

  get extensions(): string[] {
    return this.schema.sets.flatMap(({ context }) => context ?? []);
  }

  applied(): Promise<string[]> {
    return appliedMigrations(this.schema.ask);
  }

  async migrate(): Promise<void> {
    for (const set of this.schema.sets) await set.apply('each');
  }

  async migrateTo(names: readonly string[]): Promise<void> {
    for (const set of this.schema.sets) await set.apply('each', names);
  }

  /** Reverts migrations, the newest first, up to one of these. */
  async revertTo(names: readonly string[]): Promise<void> {
    for (const set of [...this.schema.sets].reverse()) await set.undo(this.schema.ask, names);
  }
}
