import { appliedMigrations } from './ledger.js';
import { withMigrations, type MigrationSession } from './migrations.js';

/** Runs `work` while no other process changes the schema of this database, or starts on it. */
export const withSchemaLock = <Result>(
  databaseUrl: string,
  work: (schema: LockedSchema) => Promise<Result>,
): Promise<Result> => withMigrations(databaseUrl, (session) => work(new LockedSchema(session)));

export class LockedSchema {
  constructor(private readonly session: MigrationSession) {}

  get known(): readonly string[] {
    return this.session.known;
  }

  get extensions(): readonly string[] {
    return this.session.extensions;
  }

  applied(): Promise<string[]> {
    return appliedMigrations(this.session.ask);
  }

  async migrate(): Promise<void> {
    for (const set of this.session.sets) await set.apply('each');
  }

  async migrateTo(names: readonly string[]): Promise<void> {
    for (const set of this.session.sets) await set.apply('each', names);
  }

  /** Reverts migrations, the newest first, up to one of these. */
  async revertTo(names: readonly string[]): Promise<void> {
    for (const set of [...this.session.sets].reverse()) await set.undo(this.session.ask, names);
  }
}
