import { execFile, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** PostgreSQL refuses to run as root, so this account runs it. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

export const useOwnDatabase = 'set DATABASE_URL to a PostgreSQL 15 or newer instead';

export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root and there is no user postgres or nobody: start the program as an ordinary user, or ${useOwnDatabase}.`,
  );
}

// Without secrets, and without PG... variables, which would change the server.
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP'].filter(
    (name) => process.env[name] !== undefined,
  );
  return { ...Object.fromEntries(kept.map((name) => [name, process.env[name]])), LC_ALL: 'C', TZ: 'UTC' };
}

export async function openDataDirectory(path: string, user: ServerUser | undefined): Promise<string> {
  const created = await makeFolders(path).catch((error: unknown) => {
    throw cannotBeMade(path, error);
  });
  if (user) {
    for (let folder = path; created && folder.length >= created.length; folder = dirname(folder))
      await chmod(folder, 0o755);
    await chmod(path, (await stat(path)).mode | 0o011);
    const reached = spawnSync('test', ['-x', path], { uid: user.uid, gid: user.gid });
    if (reached.error) {
      throw new EmbeddedPostgresError(
        `PostgreSQL does not run as root and root may not hand it to the user ${user.name} here (${reached.error.message}): start the program as an ordinary user, or ${useOwnDatabase}.`,
      );
    }
    if (reached.status !== 0) {
      throw new EmbeddedPostgresError(
        `PostgreSQL does not run as root and the user ${user.name} cannot reach ${path}: set DATA_DIRECTORY to a directory outside of closed ones such as /root, or ${useOwnDatabase}.`,
      );
    }
  }
  return realpath(path);
}

/** Node's own recursive `mkdir` never ends where a folder is there that takes no others, such as /proc. */
async function makeFolders(path: string): Promise<string | undefined> {
  try {
    return (await makeFolder(path)) ? path : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
  }
  const first = await makeFolders(dirname(path));
  const isMade = await makeFolder(path);
  return first ?? (isMade ? path : undefined);
}

async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isFolder) return false;
    throw error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it takes no folders',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  ENOTDIR: 'a part of it is a file',
  EEXIST: 'it is a file',
};

function cannotBeMade(path: string, error: unknown): EmbeddedPostgresError {
  // Node reports a missing folder where its parent cannot be written.
  let parent = dirname(path);
  while (!existsSync(parent)) parent = dirname(parent);
  const { code = '' } =
    (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? whyNotWritable(parent)
      : (error as NodeJS.ErrnoException);
  return new EmbeddedPostgresError(
    `The folder ${path} cannot be made (${reasons[code] ?? code}): set DATA_DIRECTORY to one that can be written, or ${useOwnDatabase}.`,
    { cause: error },
  );
}

function whyNotWritable(folder: string): NodeJS.ErrnoException {
  try {
    accessSync(folder, constants.W_OK);
    return Object.assign(new Error(), { code: 'ENOENT' });
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/** Written to disk before the first server needs it. */
export async function readOrCreatePassword(directory: string, user: ServerUser | undefined): Promise<string> {
  const file = join(directory, 'password');
  const kept = existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined;
  if (kept) return kept;
  if (existsSync(join(directory, 'db'))) {
    throw new EmbeddedPostgresError(
      `${file} is ${kept === undefined ? 'missing' : 'empty'}, but the data needs it: restore the file, or move ${directory} away to begin without data.`,
    );
  }
  const password = randomBytes(24).toString('hex');
  const temporary = `${file}.tmp`;
  await rm(temporary, { force: true });
  await writeFile(temporary, password, { mode: 0o600, flag: 'wx', flush: true });
  if (user) await chown(temporary, user.uid, user.gid);
  await rename(temporary, file);
  return password;
}

/** Creates `db` below the directory; an incomplete one of a killed start is never used. */
export async function initializeDatabase(
  directory: string,
  bin: string,
  user: ServerUser | undefined,
  signal: AbortSignal,
): Promise<void> {
  const target = join(directory, 'db');
  if (existsSync(target)) return;
  process.stderr.write(`Preparing the embedded PostgreSQL in ${directory} (first start only) ...\n`);
  for (const name of await readdir(directory)) {
    if (name.startsWith('db.init'))
      await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 });
  }
  // A new name: initdb of a killed start may still write to the old one.
  const fresh = join(directory, `db.init-${randomUUID()}`);
  await mkdir(fresh, { mode: 0o700 });
  if (user) await chown(fresh, user.uid, user.gid);
  const how = [
    '--auth=scram-sha-256',
    `--pwfile=${join(directory, 'password')}`,
    '--encoding=UTF8',
    '--locale=C',
    '--username=planning',
  ];
  const options = {
    cwd: directory,
    env: serverEnvironment(),
    ...(user && { uid: user.uid, gid: user.gid }),
  };
  signal.throwIfAborted();
  const initdb = promisify(execFile)(
    join(bin, 'initdb'),
    ['-D', fresh, ...how, '--no-instructions'],
    options,
  );
  // With the option `signal` nobody would wait for its end.
  const stop = () => initdb.child.kill();
  signal.addEventListener('abort', stop);
  try {
    await initdb;
  } catch (error) {
    const said = ((error as { stderr?: string }).stderr || String(error))
      .trim()
      .split('\n')
      .slice(-3)
      .join(' ');
    throw new EmbeddedPostgresError(
      `Preparing the embedded PostgreSQL failed (${said}): correct that, or ${useOwnDatabase}.`,
      { cause: error },
    );
  } finally {
    signal.removeEventListener('abort', stop);
  }
  await rename(fresh, target);
  await syncDirectory(directory);
}

// If a power failure undid the rename, the next start would remove the data as incomplete.
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}
