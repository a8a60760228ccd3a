import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A file system of its own, in memory, which can be filled or made read-only. Needs root. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  static async mount(mebibytes: number): Promise<SmallDisk> {
    const path = await mkdtemp(join(tmpdir(), 'planning-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path]);
    await chmod(path, 0o755);
    return new SmallDisk(path);
  }

  async makeReadOnly(): Promise<void> {
    await run('mount', ['-o', 'remount,ro', this.path]);
  }

  /** Until there is not a byte left. */
  async fill(): Promise<void> {
    await run('sh', ['-c', `cat /dev/zero > '${this.filler}' 2>/dev/null || true`]);
    // What the last block left.
    await writeFile(`${this.filler}.rest`, '').catch(() => undefined);
  }

  async empty(): Promise<void> {
    await rm(this.filler, { force: true });
  }

  async unmount(): Promise<void> {
    await run('umount', ['--lazy', this.path]).catch(() => undefined);
    await rm(this.path, { recursive: true, force: true });
  }

  private get filler(): string {
    return join(this.path, 'filler');
  }
}
