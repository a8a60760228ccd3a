import { rmSync } from 'node:fs';
import { kinds, tableOf } from './kinds.mjs';

/** What is the same in SQLite of Node and of the package, for a Node that has none. */
async function open(file) {
  const { DatabaseSync } = await import('node:sqlite').catch(() => ({}));
  if (DatabaseSync) {
    const database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = WAL');
    return { database, run: (statement, values) => statement.run(...values) };
  }
  const { default: sqlite } = await import('node-sqlite3-wasm');
  // A process that was killed leaves its lock.
  rmSync(`${file}.lock`, { recursive: true, force: true });
  const database = new sqlite.Database(file);
  // Its rollback journal does not survive a kill in mid-commit; the log does, which takes the whole file here.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL');
  return { database, run: (statement, values) => statement.run(values) };
}

/** A table for each kind of record, and where the mirror stands. */
export class Store {
  static async open(file) {
    const store = Object.assign(new Store(), await open(file));
    store.prepare();
    return store;
  }

  prepare() {
    const tables = Object.values(kinds).map(tableOf);
    const columns = '(id TEXT PRIMARY KEY, record TEXT NOT NULL, load INTEGER NOT NULL) WITHOUT ROWID';
    this.database.exec('CREATE TABLE IF NOT EXISTS mirror (id INTEGER PRIMARY KEY, state TEXT NOT NULL)');
    for (const table of tables) this.database.exec(`CREATE TABLE IF NOT EXISTS ${table} ${columns}`);
    this.statements = [];
    const statement = (sql) => {
      this.statements.push(this.database.prepare(sql));
      return this.statements.at(-1);
    };
    const each = (sql) => new Map(tables.map((table) => [table, statement(sql(table))]));
    this.setting = statement('INSERT OR REPLACE INTO mirror VALUES (1, ?)');
    this.putting = each((table) => `INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?)`);
    this.removing = each((table) => `DELETE FROM ${table} WHERE id BETWEEN ? AND ?`);
    this.clearing = each((table) => `DELETE FROM ${table} WHERE load <> ?`);
    const carries = `EXISTS (SELECT 1 FROM json_each(record, '$.tags') WHERE value = ?)`;
    this.carrying = each((table) => `SELECT id FROM ${table} WHERE ${carries}`);
    const saved = statement('SELECT state FROM mirror').get();
    this.state = saved ? JSON.parse(saved.state) : { load: 0 };
  }

  /** What is written and where the mirror stands then, both or neither. */
  save(state, write = () => undefined) {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      write();
      this.run(this.setting, [JSON.stringify(state)]);
      this.database.exec('COMMIT');
    } catch (error) {
      this.database.exec('ROLLBACK');
      throw error;
    }
    this.state = state;
  }

  put(kind, id, record) {
    this.run(this.putting.get(tableOf(kind)), [id, JSON.stringify(record), this.state.load]);
  }

  remove(kind, first, last = first) {
    this.run(this.removing.get(tableOf(kind)), [first, last]);
  }

  /** Removes what an earlier load has left. */
  clear(kind, load) {
    this.run(this.clearing.get(tableOf(kind)), [load]);
  }

  idsCarrying(kind, tag) {
    const rows = this.carrying.get(tableOf(kind)).all(tag);
    return rows.map(({ id }) => id);
  }

  close() {
    for (const statement of this.statements) statement.finalize?.();
    this.database.close();
  }
}
