import type { DataSource, EntityManager } from 'typeorm';

interface Column {
  readonly table_name: string;
  readonly column_name: string;
}

/** What is in all tables at one moment, which can be put back. */
export class DatabaseCopy {
  private tables: readonly string[] = [];

  constructor(private readonly database: DataSource) {}

  /** Gives records other ids, wherever they stand. */
  async renameIds(ids: readonly (readonly [from: string, to: string])[]): Promise<void> {
    const columns = await this.database.query<Column[]>(
      `SELECT c.table_name, c.column_name FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type = 'uuid'`,
    );
    const [from, to] = [ids.map(([id]) => id), ids.map(([, id]) => id)];
    await this.unchecked(async (manager) => {
      for (const { table_name: table, column_name: column } of columns) {
        await manager.query(
          `UPDATE "${table}" SET "${column}" = renamed.wanted
           FROM unnest($1::uuid[], $2::uuid[]) AS renamed (present, wanted) WHERE "${column}" = renamed.present`,
          [from, to],
        );
      }
    });
  }

  async take(): Promise<void> {
    const tables = await this.database.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    this.tables = tables.map(({ name }) => name);
    await this.database.query('CREATE SCHEMA copied');
    for (const table of this.tables) {
      await this.database.query(`CREATE TABLE copied."${table}" AS TABLE public."${table}"`);
    }
  }

  restore(): Promise<void> {
    return this.unchecked(async (manager) => {
      for (const table of this.tables) {
        await manager.query(`DELETE FROM public."${table}"`);
        await manager.query(
          `INSERT INTO public."${table}" OVERRIDING SYSTEM VALUE SELECT * FROM copied."${table}"`,
        );
      }
    });
  }

  // Foreign keys and triggers are looked at again in the next transaction.
  private unchecked(work: (manager: EntityManager) => Promise<void>): Promise<void> {
    return this.database.transaction(async (manager) => {
      await manager.query('SET LOCAL session_replication_role = replica');
      await work(manager);
    });
  }
}
