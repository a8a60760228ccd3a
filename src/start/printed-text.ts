/** Text of others, such as a name: what moves the cursor of a terminal or begins a line is left out. */
export const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '?');

/** As one word of a command that is pasted into a shell, and nothing more than that. */
export function shellWord(text: string): string {
  const word = printable(text);
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}
