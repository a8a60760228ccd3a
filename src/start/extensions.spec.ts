import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SettingsError } from '../platform/config/index.js';
import { defineContext, packageFile, type Context } from '../platform/contexts/context.js';
import { installExtensions } from './extensions.js';

class SkillsModule {}

describe('an extension that is given', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'planning-extension-')));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const refusalOf = async (context: Context): Promise<string> => {
    const error: unknown = await installExtensions([context], undefined).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  };

  it('is refused when another copy of the program defined it', async () => {
    const context = Object.defineProperty(
      { name: 'skills', module: SkillsModule },
      Symbol.for('planning-delivery-api.defined-by'),
      { value: '/elsewhere/dist/index.js' },
    );
    expect(await refusalOf(context)).toBe(
      `The extension skills has a copy of planning-delivery-api of its own: /elsewhere/dist/index.js beside ${packageFile}. Make it a peer dependency of the extension, and install both in one place.`,
    );
  });

  it('is refused when another copy of TypeORM lies where its migrations are', async () => {
    const copy = join(folder, 'node_modules/typeorm');
    await mkdir(copy, { recursive: true });
    await writeFile(join(copy, 'index.js'), '');
    const migrations = pathToFileURL(join(folder, 'migrations/'));
    const refusal = await refusalOf(defineContext({ name: 'skills', module: SkillsModule, migrations }));
    expect(refusal).toContain(
      `The extension skills has a copy of typeorm of its own: ${join(copy, 'index.js')} beside `,
    );
  });
});
