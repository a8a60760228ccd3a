/** As one word of a command, whatever stands in it. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
