import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';
import type { BenchServer } from '../servers/bench-server.js';

/** What the numbers were measured on, and of what. */
export async function describeMachine(server: BenchServer, checkout: string): Promise<string> {
  const processors = cpus();
  const database = await server.database();
  const postgres = await database.first<{ version: string; fsync: string }>(
    `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync`,
  );
  return [
    `- ${new Date().toISOString().slice(0, 10)}, commit ${commitOf(checkout)}`,
    `- ${processors.length} cores, ${processors[0]?.model ?? 'unknown'}; ${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `- ${type()} ${release()}, Node.js ${process.version}, PostgreSQL ${postgres?.version} (fsync ${postgres?.fsync}) on loopback`,
  ].join('\n');
}

function commitOf(checkout: string): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: checkout,
      encoding: 'utf8',
    }).trim();
  } catch {
    return 'unknown';
  }
}
