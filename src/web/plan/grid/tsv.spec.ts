import { describe, expect, it } from '@jest/globals';
import { fromTsv, toTsv } from './tsv.js';

describe('cells that are copied and pasted', () => {
  it('are read as spreadsheets write them', () => {
    expect(fromTsv('1\t2\r\n3\t4\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(fromTsv('1\t\n\t4')).toEqual([
      ['1', ''],
      ['', '4'],
    ]);
    expect(fromTsv('7,5')).toEqual([['7,5']]);
    expect(fromTsv('"a\tb"\t"say ""yes"""\n"two\nlines"')).toEqual([
      ['a\tb', 'say "yes"'],
      ['two\nlines', ''],
    ]);
  });

  it('come back as they were copied', () => {
    const rows = [
      ['a\tb', '"', ''],
      ['two\nlines', '7.5', 'x'],
      ['', '', '1'],
    ];
    expect(fromTsv(toTsv(rows))).toEqual(rows);
  });
});
