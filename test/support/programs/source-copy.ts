import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { repositoryFiles } from '../../architecture/repository-files.js';

// Without git, the files of the repository are those of its folders.
const others = ['nest-cli.json', '.swcrc', '.env.example', 'LICENSE', 'test/contract/openapi.json'];

/** What the program is built and packed from, in a folder where nothing is built yet. */
export async function copySources(folder: string): Promise<void> {
  const sources = repositoryFiles().flatMap(({ path }) => (/^(test|\.ci)\//.test(path) ? [] : path));
  for (const path of new Set([...sources, ...others])) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(path, join(folder, path));
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
}
