import { describe, expect, it } from '@jest/globals';
import { repositoryFiles } from './repository-files.js';

const GUIDE = 'docs/extending.md';

/** Without comments and white space, and without lines that say nothing. */
const linesOf = (code: string): string[] =>
  code
    .split('\n')
    .map((line) => line.replace(/(^|\s)\/\/.*$/, '').replaceAll(/\s+/g, ''))
    .filter((line) => line !== '');

const blocksOf = (text: string): string[] =>
  [...text.matchAll(/^ *```ts\n(.*?)^ *```$/gms)].map(([, code = '']) => code);

describe('the guide for extensions', () => {
  const files = repositoryFiles();

  it('shows code that stands in the example line by line', () => {
    const example = files.filter(({ path }) =>
      /^test\/extension\/(skills|installation|patches)\//.test(path),
    );
    const present = new Set(example.flatMap(({ text }) => linesOf(text.replaceAll(/^\+/gm, ''))));
    const shown = blocksOf(files.find(({ path }) => path === GUIDE)?.text ?? '').flatMap(linesOf);
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((line) => !present.has(line))).toEqual([]);
  });
});
