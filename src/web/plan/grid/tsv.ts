/** Cells as spreadsheets copy them: tabs between columns, a line for each row. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join('\t')).join('\n');

/** What a spreadsheet has copied, in rows of the same length. */
export function fromTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let [cell, isQuoted] = ['', false];
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[index + 1] === '"') cell += text[(index += 1)];
      else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === '\t') endCell();
    else if (sign === '\n') {
      endCell();
      rows.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  endCell();
  // The last line has an end too, and nothing behind it.
  if (rows.length > 1 && rows.at(-1)?.join('') === '') rows.pop();
  const width = Math.max(...rows.map((cells) => cells.length));
  return rows.map((cells) => [...cells, ...Array<string>(width - cells.length).fill('')]);
}

const quoted = (cell: string): string => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
