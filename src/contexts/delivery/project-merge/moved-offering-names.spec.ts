import { describe, expect, it } from '@jest/globals';
import { renamedOfferings } from './moved-offering-names.js';

const offerings = (...names: string[]) => names.map((name) => ({ id: `id of ${name}`, name }));
const renamed = (moved: string[], present: string[], project = 'Relaunch') =>
  renamedOfferings(offerings(...moved), offerings(...present), project).map(({ name }) => name);

describe('offerings that are moved', () => {
  it('keep a name that the target does not have', () => {
    expect(renamed(['Design', 'Build'], ['Test'])).toEqual([]);
    expect(renamed(['Design'], [])).toEqual([]);
    expect(renamed([], ['Design'])).toEqual([]);
  });

  it('get the name of their project appended where the target has theirs, whatever its case', () => {
    expect(renamedOfferings(offerings('DESIGN', 'Build'), offerings('Design'), 'Relaunch')).toEqual([
      { id: 'id of DESIGN', name: 'DESIGN (Relaunch)' },
    ]);
  });

  it('get a number where that name is taken in the target, or by another that is moved', () => {
    expect(renamed(['Design'], ['Design', 'design (relaunch)'])).toEqual(['Design (Relaunch) 2']);
    expect(renamed(['Design', 'Design (Relaunch)'], ['Design'])).toEqual(['Design (Relaunch) 2']);
    expect(renamed(['Design', 'Design (Relaunch)'], ['Design', 'Design (Relaunch)'])).toEqual([
      'Design (Relaunch) 2',
      'Design (Relaunch) (Relaunch)',
    ]);
  });

  it('keep names of at most 255 characters, of which none is cut in two', () => {
    const [long, other] = ['🐘'.repeat(255), `${'🐘'.repeat(254)}a`];
    const names = renamed([long, other], [long, other]);
    expect(names).toEqual([`${'🐘'.repeat(253)} 2`, `${'🐘'.repeat(253)} 3`]);
    expect(renamed(['Design'], ['Design'], 'x'.repeat(255))[0]).toHaveLength(255);
    expect(renamed([`${'a'.repeat(254)}b`], [`${'a'.repeat(254)}b`])[0]).toBe(`${'a'.repeat(253)} 2`);
  });
});
