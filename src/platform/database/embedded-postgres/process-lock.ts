import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readlink, symlink, unlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Release = () => Promise<void>;

/** Survives kill -9 of its holder and reused pids. @returns undefined: held for longer than `waitMilliseconds` */
export async function acquireLock(
  path: string,
  waitMilliseconds: number,
  signal?: AbortSignal,
): Promise<Release | undefined> {
  const deadline = performance.now() + waitMilliseconds;
  for (;;) {
    const release = await tryLock(path);
    if (release || performance.now() > deadline) return release;
    await sleep(100, undefined, { signal });
  }
}

export async function lockHolder(path: string): Promise<string | undefined> {
  try {
    return basename(await readlink(path));
  } catch {
    return undefined;
  }
}

// A symbolic link appears together with its content, so no reader sees a lock without its holder.
async function tryLock(path: string): Promise<Release | undefined> {
  const id = randomUUID();
  try {
    await symlink(`${identityOf(process.pid) ?? process.pid}_${id}`, path, 'junction');
    return () => unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = await lockHolder(path);
  if (holder === undefined || isHeldByLiving(holder)) return undefined;

  // Two processes that find a dead holder must not remove each other's new lock.
  const releaseTakeover = await tryLock(`${path}.${holder.split('_')[1]}`);
  if (!releaseTakeover) return undefined;
  if ((await lockHolder(path)) === holder) await unlink(path);
  await releaseTakeover();
  return undefined;
}

function isHeldByLiving(holder: string): boolean {
  return identityOf(Number.parseInt(holder, 10)) === holder.split('_')[0];
}

/** Tells a process from a later one with the same pid; undefined: it does not run, or is a zombie. */
function identityOf(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined;
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? undefined : `${pid}-${fields[19]}`;
    }
    if (process.platform === 'darwin') {
      const started = execFileSync('/bin/ps', ['-o', 'lstart=', '-p', `${pid}`], {
        env: { LC_ALL: 'C', TZ: 'UTC' },
        encoding: 'utf8',
      });
      return `${pid}-${started.replace(/\W+/g, '')}`;
    }
  } catch {
    // Without /proc or ps the pid has to do.
  }
  return `${pid}`;
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
