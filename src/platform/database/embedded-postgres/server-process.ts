import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';

/** Not a process that only names the folder, such as one that shows its log. True where the system does not say. */
export function servesDirectory(pid: number, database: string): boolean {
  if (process.platform === 'linux') return servesOnLinux(pid, database);
  if (process.platform === 'darwin') return isServer(listed(['-p', `${pid}`])[0]?.args ?? '', database);
  return true;
}

/** Whatever its files say. undefined: none runs, or the system does not say. */
export function serverOf(database: string): number | undefined {
  if (process.platform === 'darwin') {
    return listed(['-ax']).find(({ args }) => isServer(args, database))?.pid;
  }
  if (process.platform !== 'linux') return undefined;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).find((pid) => servesOnLinux(pid, database));
}

export function signalServer(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function servesOnLinux(pid: number, database: string): boolean {
  const args = read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.split('\0') ?? [];
  // May be hidden for processes of other users.
  const program = read(() => readlinkSync(`/proc/${pid}/exe`)) ?? args[0] ?? '';
  const folder = read(() => readlinkSync(`/proc/${pid}/cwd`)) ?? args[args.indexOf('-D') + 1];
  // The file may have been replaced by an upgrade.
  const isPostgres = basename(program.replace(/ \(deleted\)$/, '')) === 'postgres';
  // If it is a link, the server works in its target.
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

function read<Value>(ask: () => Value): Value | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
