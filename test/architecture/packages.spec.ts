import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { repositoryFiles } from './repository-files.js';

interface Locked {
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const read = (file: string) => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
  readonly scarfSettings: { readonly enabled: boolean };
};
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };

const files = repositoryFiles().filter(
  ({ path }) => /^(src|migrations)\/.*\.tsx?$/.test(path) && !path.endsWith('.spec.ts'),
);

describe('the packages of the program', () => {
  it('are dependencies, not development ones, wherever the program imports them', () => {
    const program = files.filter(({ path }) => !path.startsWith('src/web/'));
    const imported = new Set(program.flatMap(packagesImportedBy));
    expect(imported.size).toBeGreaterThan(20);
    expect([...imported].filter((name) => !Object.hasOwn(manifest.dependencies, name))).toEqual([]);
    const text = `import { type A } from 'a'; import 'b/c'; import('@d/e/f');`;
    expect(packagesImportedBy({ path: 'a.ts', text })).toEqual(['b', '@d/e']);
  });

  it('are development ones where the pages import them, since what is built of them is served', () => {
    const pages = files.filter(({ path }) => path.startsWith('src/web/'));
    const imported = new Set(pages.flatMap(packagesImportedBy));
    expect(imported).toContain('react-dom');
    expect([...imported].filter((name) => !Object.hasOwn(manifest.devDependencies, name))).toEqual([]);
    const exact = Object.entries(manifest.devDependencies).filter(([name]) => imported.has(name));
    expect(exact.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('run no script when they are installed: each that has one is named, and what collects figures is off', () => {
    const names = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? (path.split('node_modules/').at(-1) ?? '') : [],
    );
    const { allowScripts, scarfSettings } = manifest;
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(names)].sort());
    expect(Object.values(allowScripts).filter((isAllowed) => isAllowed)).toEqual([]);
    // For an npm that does not know allowScripts.
    expect(scarfSettings.enabled).toBe(false);
  });
});

describe('the version of Node', () => {
  it('of the image is the one that the tests run on once more', () => {
    const images = [...read('docker-compose.yml').matchAll(/FROM node:(\S+)/g)].map(([, tag]) => tag);
    expect(new Set(images)).toEqual(new Set([`${read('.nvmrc').trim()}-bookworm-slim`]));
  });
});

/** Those that a module needs when it runs: types are gone by then. */
function packagesImportedBy({ path, text }: { readonly path: string; readonly text: string }): string[] {
  const options = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ESNext,
    experimentalDecorators: true,
    jsx: ts.JsxEmit.ReactJSX,
  };
  const { outputText } = ts.transpileModule(text, { compilerOptions: options, fileName: path });
  return ts
    .preProcessFile(outputText, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => !name.startsWith('.') && !isBuiltin(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}
