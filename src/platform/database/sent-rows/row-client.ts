import { EventEmitter } from 'node:events';
import { PatientClient, type PatientConfig } from '../pool/patient-client.js';
import { SentRow } from './sent-row.js';

const DATA_ROW = 'D'.charCodeAt(0);
/** A message begins with what it is, and then its length, in which its own four bytes count. */
const KIND_BYTES = 1;
const HEADER_BYTES = 5;

/** What the types of pg leave out: where it begins to read, over TLS when that is agreed upon. */
interface Connection extends EventEmitter {
  attachListeners(stream: EventEmitter): void;
}

/**
 * The client of the pool: it hands on rows as they came. pg makes a text of every value at once, which is much of what a
 * long list costs; here that waits until somebody asks for texts. All other messages are read by pg itself.
 */
export class RowClient extends PatientClient {
  constructor(config: PatientConfig) {
    super(config);
    const { connection } = this as unknown as { readonly connection: Connection };
    const attachOthers = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      const others = new EventEmitter();
      attachOthers(others);
      readMessages(stream, connection, others);
    };
  }
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
    const rest = bytes.subarray(handOn(bytes, connection, others));
    waiting = rest.length === 0 ? [] : [rest];
    size = rest.length;
    needed = size < HEADER_BYTES ? HEADER_BYTES : lengthOf(rest, 0);
  });
}

/** @returns the place behind the last message that is complete */
function handOn(bytes: Buffer, connection: EventEmitter, others: EventEmitter): number {
  let from = 0;
  let at = 0;
  while (at + HEADER_BYTES <= bytes.length) {
    const end = at + lengthOf(bytes, at);
    if (end > bytes.length) break;
    if (bytes[at] === DATA_ROW) {
      if (from < at) others.emit('data', bytes.subarray(from, at));
      connection.emit('dataRow', new SentRow(bytes, at + HEADER_BYTES));
      from = end;
    }
    at = end;
  }
  if (from < at) others.emit('data', bytes.subarray(from, at));
  return at;
}

const lengthOf = (bytes: Buffer, at: number): number => KIND_BYTES + bytes.readUInt32BE(at + KIND_BYTES);
