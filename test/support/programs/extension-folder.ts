import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transformFile } from '@swc/core';

const project = process.cwd();

/** A working directory as an enterprise team has it: the program and what it needs installed, and extensions beside. */
export class ExtensionFolder {
  private constructor(readonly path: string) {}

  /** With the build of this project. */
  static async open(): Promise<ExtensionFolder> {
    const folder = await ExtensionFolder.withDependencies();
    await symlink(project, join(folder.path, 'node_modules/planning-delivery-api'));
    return folder;
  }

  private static async withDependencies(): Promise<ExtensionFolder> {
    const path = await mkdtemp(join(tmpdir(), 'planning-extensions-'));
    const modules = join(path, 'node_modules');
    await mkdir(modules);
    const { dependencies } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
      dependencies: object;
    };
    for (const name of new Set(Object.keys(dependencies).map((name) => name.replace(/\/.*/, ''))))
      await symlink(join(project, 'node_modules', name), join(modules, name));
    await writeFile(join(path, 'package.json'), '{ "name": "installation", "private": true }\n');
    return new ExtensionFolder(path);
  }

  /** Builds a package of `test/extension` into `extensions/<name>`. @returns what EXTENSIONS calls it */
  async build(name: string): Promise<string> {
    const source = join(project, 'test/extension', name);
    const target = join(this.path, 'extensions', name);
    await mkdir(target, { recursive: true });
    await cp(join(source, 'package.json'), join(target, 'package.json'));
    for (const file of await readdir(join(source, 'src'), { recursive: true })) {
      if (!file.endsWith('.ts') || file.endsWith('spec.ts')) continue;
      const { code } = await transformFile(join(source, 'src', file), {
        configFile: join(project, '.swcrc'),
      });
      const built = join(target, 'dist', file.replace(/\.ts$/, '.js'));
      await mkdir(dirname(built), { recursive: true });
      await writeFile(built, code);
    }
    return `./extensions/${name}`;
  }

  /** Another extension, of one file. @returns what EXTENSIONS calls it */
  async write(name: string, code: string): Promise<string> {
    const folder = join(this.path, 'extensions', name);
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'package.json'),
      `{ "name": "${name}", "type": "module", "main": "index.js" }\n`,
    );
    await writeFile(join(folder, 'index.js'), code);
    return `./extensions/${name}`;
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}
