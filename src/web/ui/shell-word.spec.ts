import { expect, it } from '@jest/globals';
import { shellWord } from './shell-word.js';

it('a word of a command stays one word, whatever a name has in it', () => {
  expect(shellWord('Söhne "& $(exit 1) `date` \\')).toBe(`'Söhne "& $(exit 1) \`date\` \\'`);
  expect(shellWord(`O'Brien`)).toBe(`'O'\\''Brien'`);
});
