import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * Whether a process that runs is the PostgreSQL of this folder, and none that merely names it, such as one that shows
 * its log. True where this system does not tell.
 */
export function servesDirectory(pid: number, database: string): boolean {
  if (process.platform === 'linux') return servesOnLinux(pid, database);
  if (process.platform === 'darwin') return isServer(listed(['-p', `${pid}`])[0]?.args ?? '', database);
  return true;
}

/** The PostgreSQL that runs in this folder, whatever its files say. undefined: none does, or this system does not tell. */
export function serverOf(database: string): number | undefined {
  if (process.platform === 'darwin') {
    return listed(['-ax']).find(({ args }) => isServer(args, database))?.pid;
  }
  if (process.platform !== 'linux') return undefined;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).find((pid) => servesOnLinux(pid, database));
}

function servesOnLinux(pid: number, database: string): boolean {
  const args = read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.split('\0') ?? [];
  // Those of another user can be hidden.
  const program = read(() => readlinkSync(`/proc/${pid}/exe`)) ?? args[0] ?? '';
  const folder = read(() => readlinkSync(`/proc/${pid}/cwd`)) ?? args[args.indexOf('-D') + 1];
  // The file may have been replaced by that of another version meanwhile.
  const isPostgres = basename(program.replace(/ \(deleted\)$/, '')) === 'postgres';
  // Where it is a link, the server works in what it points to.
  return isPostgres && (folder === database || folder === read(() => realpathSync(database)));
}

interface Listed {
  readonly pid: number;
  readonly args: string;
}

function listed(which: readonly string[]): Listed[] {
  const lines = read(() =>
    execFileSync('/bin/ps', ['-ww', '-o', 'pid=,args=', ...which], { encoding: 'utf8' }),
  );
  return (lines ?? '').split('\n').flatMap((line) => {
    const [, pid, args] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || args === undefined ? [] : [{ pid: Number(pid), args }];
  });
}

const isServer = (args: string, database: string): boolean => {
  const [program = '', rest = ''] = args.split(' -D ', 2);
  return basename(program) === 'postgres' && (rest === database || rest.startsWith(`${database} `));
};

/** undefined: it may have ended meanwhile. */
function read<Value>(ask: () => Value): Value | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
