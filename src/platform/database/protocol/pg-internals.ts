import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { Client, ClientBase, FieldDef } from 'pg';

// What pg does not export or declare. Tests: `test/medium/platform/pg-internals.medium-spec.ts`.

export interface Connection extends EventEmitter {
  readonly stream: Socket;
  attachListeners(stream: EventEmitter): void;
  close(statement: { type: 'S'; name: string }): void;
  parse(statement: { name: string | undefined; text: string }): void;
  bind(portal: { statement: string | undefined; values: unknown[] }): void;
  describe(portal: { type: 'P' }): void;
  execute(): void;
  sync(): void;
}

export interface QueryMessages {
  handleRowDescription(message: { readonly fields: FieldDef[] }): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleEmptyQuery(): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
}

export const connectionOf = (client: ClientBase): Connection =>
  (client as unknown as { readonly connection: Connection }).connection;

export const socketOf = (client: ClientBase): Socket => connectionOf(client).stream;

/** 0 before there is a connection. */
export const serverProcessOf = (client: Client): number =>
  (client as Client & { readonly processID: number | null }).processID ?? 0;

export const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as {
  prepareValue: (value: unknown) => unknown;
};
