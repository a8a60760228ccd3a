import { existsSync, readFileSync } from 'node:fs';

// Linux counts the time of processes in hundredths of a second, whatever its own clock ticks.
const TICKS_PER_SECOND = 100;
const KIB_PER_MIB = 1024;

/** Whether this machine tells what a process uses. */
export const tellsUsage = existsSync('/proc/self/stat');

/** Processor time of a process so far, its own and the kernel's for it; 0 when it is gone. */
export function cpuSecondsOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // The name, in parentheses, may have spaces; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

/** Resident size of a process in MiB; 0 when it is gone. */
export const residentMibOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / KIB_PER_MIB;

/** The name of a process; empty when it is gone, or runs elsewhere. */
export const commandOf = (pid: number): string => read(`/proc/${pid}/comm`).trim();

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
