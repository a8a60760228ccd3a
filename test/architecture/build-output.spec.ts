import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';

it('the build leaves nothing of another version in dist, and touches nothing else', () => {
  const root = mkdtempSync(join(tmpdir(), 'planning-dist-'));
  const migration = (name: string) => `dist/migrations/1795000000000-${name}.js`;
  const stale = [
    migration('of-another-version'),
    'dist/gone/rule.js',
    'dist/gone/rule.js.map',
    'dist/gone/rule.d.ts',
    'dist/gone/runner.mjs',
  ];
  const current = [
    migration('create-tags'),
    'dist/main.js',
    'dist/main.js.map',
    'dist/main.d.ts',
    'dist/testing/runner.mjs',
    'dist/notes.txt',
    'dist/web/assets/index-B4cT1x.js',
    'dist/web-4711/assets/index-B4cT1x.js',
  ];
  const sources = [
    'migrations/1795000000000-create-tags.ts',
    'src/main.ts',
    'src/migrations/none.ts',
    'src/testing/runner.mjs',
  ];
  for (const file of [...stale, ...current, ...sources]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  execFileSync(process.execPath, [resolve('tools/remove-stale-output.mjs')], { cwd: root });
  const left = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  expect(left.sort()).toEqual([...current, ...sources].sort());
  rmSync(root, { recursive: true });
});
