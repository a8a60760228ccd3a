import { expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { Client } from 'pg';
import { connectionOf } from '../pg-internals.js';
import type { DataRow } from './data-row.js';
import { readDataRows } from './data-row-reader.js';

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number): Buffer => Buffer.concat([int16(value >> 16), int16(value & 65_535)]);
const message = (kind: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(kind), int32(4 + body.length), body]);
};
const value = (text: string | null): Buffer =>
  text === null ? int32(-1) : Buffer.concat([int32(Buffer.byteLength(text)), Buffer.from(text)]);
const row = (...values: (string | null)[]): Buffer =>
  message('D', int16(values.length), ...values.map(value));
const done = message('C', Buffer.from('SELECT 2\0'));
const ready = message('Z', Buffer.from('I'));

/** What the client hears, in order, when PostgreSQL sends bytes in pieces. */
function heard(bytes: Buffer, size: number): unknown[] {
  const client = new Client();
  readDataRows(client);
  const connection = connectionOf(client);
  const stream = new EventEmitter();
  connection.attachListeners(stream);
  const events: unknown[] = [];
  connection.on('dataRow', (row: DataRow) => events.push(row.fields));
  for (const name of ['commandComplete', 'readyForQuery']) connection.on(name, () => events.push(name));
  for (let at = 0; at < bytes.length; at += size) stream.emit('data', bytes.subarray(at, at + size));
  return events;
}

it('hears rows and all other messages in their order, in whatever pieces they come', () => {
  const rows = [
    ['1', null, ''],
    ['2', 'zwölf', 'x'.repeat(300)],
  ];
  const messages = [row(...(rows[0] ?? [])), row(...(rows[1] ?? [])), done, ready, row('3'), done, ready];
  const bytes = Buffer.concat(messages);
  const expected = [...rows, 'commandComplete', 'readyForQuery', ['3'], 'commandComplete', 'readyForQuery'];
  for (const size of [1, 2, 3, 7, 64, bytes.length]) expect(heard(bytes, size)).toEqual(expected);
});
