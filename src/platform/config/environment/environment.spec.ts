import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readEnvironment } from './environment.js';
import { readSettings, SettingsError } from '../settings.js';

describe('the environment', () => {
  let folder: string;
  const before = { ...process.env };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'planning-environment-'));
  });
  afterEach(async () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    await rm(folder, { recursive: true, force: true });
  });

  it('needs no file', () => {
    const { variables, check } = readEnvironment(folder);
    expect(variables).toBe(process.env);
    expect(check().faults).toEqual([]);
  });

  it('comes before the file', async () => {
    process.env.HOST = '127.0.0.2';
    await writeFile(join(folder, '.env'), 'HOST=127.0.0.3\nDATA_DIRECTORY="data # 1"\n');
    const { variables, check } = readEnvironment(folder);
    expect(readSettings(variables, check().faults)).toMatchObject({
      HOST: '127.0.0.2',
      DATA_DIRECTORY: 'data # 1',
    });
  });

  it('refuses a misspelt name in the file together with what else is wrong there', async () => {
    await writeFile(
      join(folder, '.env'),
      'DATABASE_LOCK_TIMOUT_MS=9\nRATE_LIMIT_REQUESTS=none\nREDIS_PASSWORD=x\n',
    );
    const { variables, check } = readEnvironment(folder);
    expect(() => readSettings(variables, check().faults)).toThrow(
      /^These settings cannot be used:\n {2}DATABASE_LOCK_TIMOUT_MS is no setting: did you mean DATABASE_LOCK_TIMEOUT_MS\?\n {2}RATE_LIMIT_REQUESTS must [^\n]+$/,
    );
  });

  it('refuses lines that set nothing, whatever they are followed by', async () => {
    const lines = ['# comment', '', 'PORT 3820', 'HOST="a', 'b c"', 'oops', 'export LOG_LEVEL=debug'];
    await writeFile(join(folder, '.env'), `\uFEFFDOCS=off\r\n${lines.join('\n')}`);
    delete process.env.HOST;
    const { variables, check } = readEnvironment(folder);
    const { DOCS, HOST, LOG_LEVEL } = variables;
    expect({ DOCS, HOST, LOG_LEVEL }).toEqual({ DOCS: 'off', HOST: 'a\nb c', LOG_LEVEL: 'debug' });
    expect(check().faults).toEqual(
      [4, 7].map((line) => `${join(folder, '.env')} has no NAME=value in line ${line}`),
    );
  });

  it('only warns of one that is not in the file: it may be that of another program', () => {
    process.env.DATABASE_LOCK_TIMOUT_MS = '9';
    const { faults, warnings } = readEnvironment(folder).check();
    expect(faults).toEqual([]);
    expect(warnings).toContain(
      'The environment variable DATABASE_LOCK_TIMOUT_MS is no setting of this program: did you mean DATABASE_LOCK_TIMEOUT_MS?',
    );
  });

  it.each([
    ['a folder', (file: string) => mkdir(file), 'it is a folder'],
    ['unreadable', (file: string) => symlink(file, file), 'ELOOP'],
  ])('says in one sentence that the file is %s', async (_, make, reason) => {
    await make(join(folder, '.env'));
    const read = () => readEnvironment(folder);
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(
      new RegExp(
        `^${join(folder, '.env')} cannot be read \\([^\\n]*${reason}[^\\n]*\\): make it a file[^\\n]+\\.$`,
      ),
    );
  });
});
