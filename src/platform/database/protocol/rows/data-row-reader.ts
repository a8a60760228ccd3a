import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { connectionOf } from '../pg-internals.js';
import { DataRow } from './data-row.js';

const DATA_ROW = 'D'.charCodeAt(0);
const TYPE_BYTES = 1;
const HEADER_BYTES = 5;

/** Rows stay bytes, because pg makes a string of every value. Call it before the client connects. */
export function readDataRows(client: Client): void {
  const connection = connectionOf(client);
  const attachOthers = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    const others = new EventEmitter();
    attachOthers(others);
    readMessages(stream, connection, others);
  };
}

function readMessages(stream: EventEmitter, connection: EventEmitter, others: EventEmitter): void {
  let waiting: Buffer[] = [];
  let size = 0;
  let needed = HEADER_BYTES;
  stream.on('data', (chunk: Buffer) => {
    waiting.push(chunk);
    size += chunk.length;
    if (size < needed) return;
    const bytes = waiting.length === 1 ? chunk : Buffer.concat(waiting, size);
    const rest = bytes.subarray(emitMessages(bytes, connection, others));
    waiting = rest.length === 0 ? [] : [rest];
    size = rest.length;
    needed = size < HEADER_BYTES ? HEADER_BYTES : lengthOf(rest, 0);
  });
}

function emitMessages(bytes: Buffer, connection: EventEmitter, others: EventEmitter): number {
  let from = 0;
  let at = 0;
  while (at + HEADER_BYTES <= bytes.length) {
    const end = at + lengthOf(bytes, at);
    if (end > bytes.length) break;
    if (bytes[at] === DATA_ROW) {
      if (from < at) others.emit('data', bytes.subarray(from, at));
      connection.emit('dataRow', new DataRow(bytes, at + HEADER_BYTES));
      from = end;
    }
    at = end;
  }
  if (from < at) others.emit('data', bytes.subarray(from, at));
  return at;
}

const lengthOf = (bytes: Buffer, at: number): number => TYPE_BYTES + bytes.readUInt32BE(at + TYPE_BYTES);
