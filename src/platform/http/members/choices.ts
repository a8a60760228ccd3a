/** A fixed set of words, which has a name in the API description so that clients get a type for it. */
export interface Choices<Word extends string = string> {
  readonly name: string;
  readonly description: string;
  readonly words: readonly Word[];
}

/**
 * Names a set of words.
 * @param name of the schema, such as `ProjectStatus`
 */
export const choices = <Word extends string>(
  name: string,
  description: string,
  words: readonly Word[],
): Choices<Word> => ({ name, description, words });

/** Where the schema of a member says which choices it has, until the description refers to them by name. */
export const CHOICES = 'x-choices';

export const choiceSchema = (of: Choices): { type: 'string'; [CHOICES]: Choices } => ({
  type: 'string',
  [CHOICES]: of,
});
