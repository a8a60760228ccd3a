import { describe, expect, it } from '@jest/globals';
import { repositoryFiles } from './repository-files.js';

const files = repositoryFiles();
const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? '';
const pages = files.filter(({ path }) => /^docs\/.*\.md$|^README\.md$|^SECURITY\.md$/.test(path));
const scripts = (JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }).scripts;

const foldersIn = (parent: string): string[] => [
  ...new Set(files.flatMap(({ path }) => new RegExp(`^${parent}([^/]+)/`).exec(path)?.[1] ?? [])),
];
const beginnings = ['', 'src/', 'src/contexts/'].flatMap(foldersIn).filter((name) => !name.startsWith('.'));

/** What stands in code and looks like a place in the repository. */
const placesIn = (text: string): string[] =>
  [...text.matchAll(/```\w*\n(.*?)```|`([^`\n]+)`/gs)]
    .flatMap(([, block, words]) => (block ?? words ?? '').split(/[\s'"(),;=]+/))
    .filter((word) => /^[a-z][\w*-]*(\/[\w.*-]+)*(\.[a-z]+)*\/?$/.test(word))
    .filter(
      (word) =>
        (word.includes('/') && beginnings.includes(word.split('/')[0] ?? '')) ||
        /[a-z*]\.(ts|mjs|md|patch)$/.test(word),
    );

/** Pages name a place from the root, from `src`, or by its end; jest takes the beginning of a file's name too. */
const isPlace = (place: string): boolean => {
  const pattern = place.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('**/', '(.+/)?');
  const found = new RegExp(`(^|/)${pattern.replaceAll(/\*(?!\/)/g, '[^/]*')}([/.]|$)`);
  return files.some(({ path }) => found.test(path));
};

const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);

const scriptsIn = (text: string): string[] =>
  [...text.matchAll(/npm (?:run (?:--silent )?([\w:-]+)|(test|start)\b)/g)].map(
    ([, run, own]) => run ?? own ?? '',
  );

const faultsOf = (find: (text: string) => string[], isFine: (found: string, page: string) => boolean) =>
  pages.flatMap(({ path, text }) => {
    const missing = find(text).filter((found) => !isFine(found, path));
    return missing.map((found) => `${path}: ${found}`);
  });

describe('the pages', () => {
  it('name files and folders that there are', () => {
    expect(pages.flatMap(({ text }) => placesIn(text)).length).toBeGreaterThan(70);
    expect(faultsOf(placesIn, isPlace)).toEqual([]);
    expect(['test/e2e/nothing', 'launch.mjs', 'platform/http/open'].filter(isPlace)).toEqual([]);
  });

  it('link to pages that there are', () => {
    expect(pages.flatMap(({ text }) => linksIn(text)).length).toBeGreaterThan(10);
    const isThere = (link: string, page: string): boolean => {
      const path = new URL(link, `file:///${page}`).pathname.slice(1);
      return files.some((file) => file.path === path || file.path.startsWith(`${path}/`));
    };
    expect(faultsOf(linksIn, isThere)).toEqual([]);
  });

  it('name scripts of npm that there are', () => {
    expect(pages.flatMap(({ text }) => scriptsIn(text)).length).toBeGreaterThan(20);
    expect(faultsOf(scriptsIn, (name) => name in scripts)).toEqual([]);
  });

  it('show in the tree of the program every folder of the sources and of the tests', () => {
    const tree = /^```\nsrc\/\n(.*?)^```$/ms.exec(textOf('docs/extending.md'))?.[1] ?? '';
    const partOf = (start: string): string => tree.slice(tree.search(new RegExp(`^ *${start}/`, 'm')));
    const missing = (parent: string, start: string): string[] => {
      const part = start === '' ? tree : partOf(start).split(/\n(?=\S| {2}\S)/, 1)[0];
      return foldersIn(parent).filter((name) => !new RegExp(`(^|[\\s,])${name}\\b`, 'm').test(part ?? ''));
    };
    expect(foldersIn('src/platform/').length).toBeGreaterThan(10);
    expect([
      ...missing('src/', ''),
      ...missing('src/platform/', 'platform'),
      ...missing('src/contexts/', 'contexts'),
      ...missing('test/', 'test'),
    ]).toEqual([]);
  });

  it('name the tests that start the program as it is built', () => {
    const started = /\['dist\/(main|worker|cli)\.js'|script\('dist\//;
    const starting = files.filter(({ path, text }) => /^test\/.*-spec\.ts$/.test(path) && started.test(text));
    const [, sentence = ''] = /the built program \(([^)]+)\)/.exec(textOf('docs/developing.md')) ?? [];
    const [folders = '', stems = ''] = sentence.split(';');
    const unnamed = starting.flatMap(({ path }) => {
      const [, folder = '', stem = ''] = /^(test\/[^/]+)\/(?:.*\/)?([^./]+)/.exec(path) ?? [];
      return folders.includes(`\`${folder}\``) || stems.includes(`\`${stem}\``) ? [] : path;
    });
    expect(starting.length).toBeGreaterThan(5);
    expect(unnamed).toEqual([]);
  });
});
