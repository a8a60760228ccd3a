/** A list without pages: one record in each line, in the form of the header `Accept`. */
export const asLines = { headers: { Accept: 'application/x-ndjson' }, parseAs: 'text' } as const;

export const itemsIn = <Item>(lines: string): Item[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Item);
