import { withSection } from './results.js';

const readme = `# Bench

<!-- machine -->

A.

<!-- end of machine -->

Between.

<!-- growth -->
<!-- end of growth -->
`;

describe('a result in the README', () => {
  it('takes the place of the one before, and leaves everything else', () => {
    expect(withSection(readme, ['machine', 'B.'])).toBe(readme.replace('A.', 'B.'));
    const written = withSection(readme, ['growth', 'C.']);
    expect(written).toContain('<!-- growth -->\n\nC.\n\n<!-- end of growth -->');
    expect(withSection(written, ['growth', 'C.'])).toBe(written);
  });

  it('is refused where it has no place', () => {
    expect(() => withSection(readme, ['memory', 'D.'])).toThrow(/no place for memory/);
  });
});
