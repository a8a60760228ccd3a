/** A fixed set of words with a named schema, so that clients get a type for it. */
export interface Choices<Word extends string = string> {
  readonly name: string;
  readonly description: string;
  readonly words: readonly Word[];
}

/** @param words or, where they are known only when all contexts are declared, a function that reads them */
export const choices = <Word extends string>(
  name: string,
  description: string,
  words: readonly Word[] | (() => readonly Word[]),
): Choices<Word> => ({
  name,
  description,
  get words() {
    return typeof words === 'function' ? words() : words;
  },
});

export const CHOICES = 'x-choices';

export const choiceSchema = (of: Choices): { type: 'string'; [CHOICES]: Choices } => ({
  type: 'string',
  [CHOICES]: of,
});

export const isChoiceOf =
  (of: Choices) =>
  (value: unknown): boolean =>
    of.words.includes(value as string);

/** Read late: not all words may be known before. */
export const choiceFault = (of: Choices) => (): string => `must be one of ${of.words.join(', ')}`;
