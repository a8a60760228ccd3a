import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DocumentReader } from './document-reader.js';
import { writeDocument } from './document-writer.js';
import { FORMAT, FORMAT_VERSION, type Header } from './format.js';

type Tables = Readonly<Record<string, readonly string[]>>;

const headerOf = (tables: Tables): Header => ({
  format: FORMAT,
  version: FORMAT_VERSION,
  program: '1.2.3',
  created_at: '2026-11-22T10:00:00.000Z',
  postgresql: '18.4',
  migrations: ['CreateOrganizations1795000000000'],
  tables: Object.keys(tables).map((name) => ({ schema: null, name, columns: ['id', 'Odd "name"'] })),
  partitions: [],
  sequences: [],
  key_fingerprints: [],
  key: null,
});

async function write(tables: Tables): Promise<Buffer> {
  const source = {
    rowsOf: ({ name }: { name: string }) => {
      const rows = tables[name] ?? [];
      return Object.assign(
        (async function* () {
          for (const row of rows) yield Buffer.from(`${row}\n`);
        })(),
        { rowCount: rows.length },
      );
    },
    settle: () => Promise.resolve(),
  };
  const chunks: Buffer[] = [];
  for await (const chunk of writeDocument(headerOf(tables), source)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* inPieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size);
}

async function read(content: Buffer, pieceSize = 1000): Promise<Tables> {
  const reader = new DocumentReader(inPieces(content, pieceSize));
  const header = await reader.header();
  const tables: Record<string, string[]> = {};
  for (const table of header.tables) {
    const chunks: Buffer[] = [];
    for await (const chunk of reader.rows(table)) chunks.push(chunk);
    tables[table.name] = Buffer.concat(chunks).toString().split('\n').slice(0, -1);
  }
  await reader.verifyEnd(Object.values(tables).map((rows) => rows.length));
  return tables;
}

const example = { clients: ['1\tNorthwind', '2\t\\N', '3\t\\\\.'], empty: [], tags: ['', '\\\\N'] };

describe('a backup as bytes', () => {
  it('gives every row of every table back, in whatever pieces it comes', async () => {
    // What COPY writes: a backslash is doubled or begins an escape, and a line never holds a line break.
    const row = fc
      .string({ unit: fc.constantFrom('.', '\\', 'N', '\t', 'ü', '✓', ' ', '-', '"') })
      .map((text) => text.replaceAll('\\', '\\\\'));
    const name = fc.constantFrom('clients', 'Tags', 'odd "table"', 'x.y', 'öffnen');
    const tables = fc.dictionary(name, fc.array(row, { maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(tables, fc.integer({ min: 1, max: 40 }), async (content, size) => {
        expect(await read(await write(content), size)).toEqual({ ...content });
      }),
    );
  });

  it('is not taken for whole when it ends at any byte before its last', async () => {
    const content = await write(example);
    for (let length = 0; length < content.length - 1; length += 1)
      await expect(read(content.subarray(0, length))).rejects.toThrow(
        /not whole, its end is missing|no backup of this program|changed after it was written/,
      );
  });

  it('is refused when any of its bytes was changed', async () => {
    const content = await write(example);
    expect(await read(content)).toEqual(example);
    for (let index = 0; index < content.length; index += 1) {
      const changed = Buffer.from(content);
      changed[index] = (changed[index] ?? 0) ^ 0x02;
      await expect(read(changed)).rejects.toThrow(
        /changed after it was written|not whole|no backup of this program|has format/,
      );
    }
  });

  it('is refused when rows are missing or something follows it', async () => {
    const content = (await write(example)).toString();
    for (const other of [content.replace('2\t\\N\n', ''), `${content}\n`, `${content}x`, content + content])
      await expect(read(Buffer.from(other))).rejects.toThrow('changed after it was written');
  });

  it('of a newer format says which program reads it', async () => {
    const content = (await write(example)).toString().replace('"version":1', '"version":2');
    await expect(read(Buffer.from(content))).rejects.toThrow(
      'The backup has format 2, this program reads format 1: use program 1.2.3 or newer.',
    );
  });

  it('has the checksum of all lines before its last, so that anyone can look', async () => {
    const lines = (await write(example)).toString().split('\n').slice(0, -1);
    const { sha256 } = JSON.parse((lines.pop() ?? '').slice('-- '.length)) as { sha256: string };
    expect(sha256).toBe(
      createHash('sha256')
        .update(`${lines.join('\n')}\n`)
        .digest('hex'),
    );
  });

  it('is nothing that could pass for one by accident', async () => {
    for (const other of ['', '\n', 'hello\n', '-- hello\n', '-- {"format":"else"}\n', '-- null\n'])
      await expect(read(Buffer.from(other))).rejects.toThrow('This is no backup of this program');
  });
});
