import { createHash } from 'node:crypto';
import { basename, join, resolve } from 'node:path';

export function dataDirectoryOf(setting: string | undefined): string {
  if (setting) return resolve(setting);
  const project = process.cwd();
  if (process.getuid?.() !== 0) return join(project, '.data');
  // The embedded PostgreSQL of root runs as another user, who may not be able to enter the project's folder.
  const hash = createHash('sha256').update(project).digest('hex').slice(0, 8);
  return join('/var/lib/planning-delivery-api', `${basename(project)}-${hash}`);
}
