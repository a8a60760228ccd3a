import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const jest = join(dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin', 'jest.js');

/** What `npm run test:watch` runs when the file is changed. */
function relatedTo(file: string): string[] {
  const options = ['--listTests', '--selectProjects', 'small', 'medium', '--findRelatedTests', file];
  return execFileSync(process.execPath, [jest, ...options], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.endsWith('spec.ts'))
    .map((path) => path.split(/[\\/]/).at(-1) ?? '');
}

describe('the tests that are related to a file', () => {
  it('are those of what is made with it, near and far, and no other', () => {
    const related = relatedTo('src/contexts/delivery/figures/figures.ts');
    const near = ['figures.spec.ts', 'offering-revenue.spec.ts', 'project-kpis.spec.ts'];
    expect(related).toEqual(expect.arrayContaining([...near, 'metrics.medium-spec.ts']));
    expect(related).not.toContain('calendar.spec.ts');
  });
});
