import { invalid, unavailable } from '../../../platform/errors/index.js';

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

export const passwordsBusy = unavailable(
  'password.busy',
  2,
  'Too many passwords are checked at this moment: try again in a few seconds.',
);

export function passwordMustBeUncommon(isCommon: boolean): void {
  if (!isCommon) return;
  throw invalid({
    password: ['must not be one of the most common ones, nor put together from them: add words of your own'],
  });
}

const MIN_OWN_CHARACTERS = 8;

/**
 * What everybody knows who wants to get in is no secret.
 * @param known the name of the organization and the address of the user
 */
export function passwordMustNotBeMadeOf(password: string, known: readonly string[]): void {
  const all = plain(password);
  const own = wordsOf(known).reduce((rest, word) => rest.replaceAll(word, ''), all);
  if (own === all || own.length >= MIN_OWN_CHARACTERS) return;
  throw invalid({
    password: ['must not be made of the name of the organization or of the address: add words of your own'],
  });
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

function wordsOf(known: readonly string[]): string[] {
  const words = known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}\p{N}]+/u)]).map(plain);
  return [...new Set(words)]
    .filter(({ length }) => length > 2)
    .sort((one, other) => other.length - one.length);
}
