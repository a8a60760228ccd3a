import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { repositoryFiles } from './repository-files.js';

const own = ['package.json', 'src/main.ts', 'src/import/mappings/crm.yaml', 'test/a/b.spec.ts', '.ci/run'];
const ofTheUser = [
  ...['npm-debug.log', 'notes.txt', '.env', 'backup/src/main.ts', 'dist/main.js', 'src/main.ts.orig'],
  ...[
    '.idea/workspace.xml',
    'src/.vscode/settings.json',
    'src/.main.ts.swp',
    'test/core',
    '.data/db/PG_VERSION',
  ],
];

describe('the files of the repository', () => {
  let root: string;
  const path = process.env.PATH;

  const write = (files: readonly string[]) => {
    for (const file of files) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), `This is ${file}.\n`);
    }
  };
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: 'pipe' });
  const found = () => repositoryFiles(root).map((file) => file.path);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'planning-files-'));
    write(own);
  });
  afterEach(() => {
    process.env.PATH = path;
    rmSync(root, { recursive: true });
  });

  it('are those that git tracks, as they are in the folder', () => {
    git('init', '--quiet');
    git('add', '.');
    write([...ofTheUser, 'src/draft.ts']);
    rmSync(join(root, '.ci/run'));
    expect(found().sort()).toEqual(own.filter((file) => file !== '.ci/run').sort());
    expect(repositoryFiles(root).find((file) => file.path === 'src/main.ts')?.text).toBe(
      'This is src/main.ts.\n',
    );
  });

  it('are the sources in a folder that is no checkout, beside everything that its user keeps there', () => {
    write(ofTheUser);
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
    symlinkSync('nowhere.ts', join(root, 'src/broken.ts'));
    expect(found().sort()).toEqual([...own].sort());
  });

  it('are the sources where a repository around it tracks something else', () => {
    git('init', '--quiet');
    write(['outer.md']);
    git('add', 'outer.md');
    expect(found().sort()).toEqual([...own].sort());
  });

  it('are the sources where there is no git', () => {
    git('init', '--quiet');
    git('add', '.');
    process.env.PATH = '/nowhere';
    expect(found().sort()).toEqual([...own].sort());
  });
});
