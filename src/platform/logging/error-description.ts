import { types } from 'node:util';
import { cleanText, WITHHELD } from './clean-text.js';

/** The loggable part of an error: its kind and place, and no values. */
export interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly column?: string;
  readonly routine?: string;
  readonly syscall?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
  readonly errors?: readonly ErrorDescription[];
}

// Schema names only: parameters and detail of a statement are values.
const namingMembers = ['code', 'constraint', 'table', 'column', 'routine', 'syscall'] as const;

const MAX_CAUSES = 5;
const MAX_ERRORS = 10;
const MAX_FRAMES = 30;

const plainName = /^[\w.$-]{1,64}$/;
const stackFrame =
  /^ +at (?:.* \()?(?:(?:file:|node:|\/|[A-Z]:\\).*:\d+:\d+|eval at .*|<anonymous>|native|index \d+)\)?$/;
// V8 appends the wrong value to these messages, unquoted.
const valueOfBuiltIn = /(?:\s?: | from )[\s\S]*$/;
const dataException = /^22[0-9A-Z]{3}$/;

export const isError = (value: unknown): value is Error =>
  value instanceof Error || types.isNativeError(value);

export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!isError(error)) return { type: typeof error, message: WITHHELD };
  const names = namesIn(error);
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  const stack = framesOf(error);
  const goesOn = depth < MAX_CAUSES;
  return {
    type: typeOf(error),
    message: messageOf(error, names.code),
    ...names,
    ...(stack && { stack }),
    ...(cause !== undefined && goesOn && { cause: describeError(cause, depth + 1) }),
    ...(Array.isArray(errors) &&
      goesOn && { errors: errors.slice(0, MAX_ERRORS).map((one) => describeError(one, depth + 1)) }),
  };
}

export function writeDescription(error: ErrorDescription): string {
  const names = namingMembers.flatMap((member) => (error[member] ? `${member} ${error[member]}` : []));
  const head = `${error.type}: ${error.message}${names.length > 0 ? ` (${names.join(', ')})` : ''}`;
  const inner = [...(error.cause ? [error.cause] : []), ...(error.errors ?? [])];
  const causes = inner.map((one) => `caused by ${writeDescription(one)}`);
  return [head, ...(error.stack ? [error.stack] : []), ...causes].join('\n');
}

const asName = (value: unknown): string | undefined =>
  typeof value === 'string' && plainName.test(value) ? value : undefined;

function typeOf({ name, constructor }: Error): string {
  return (name === 'Error' ? asName(constructor.name) : asName(name)) ?? 'Error';
}

function namesIn(error: Error): Partial<Record<(typeof namingMembers)[number], string>> {
  const members = error as Error & Record<string, unknown>;
  return Object.fromEntries(
    namingMembers.flatMap((member) => {
      const name = asName(members[member]);
      return name === undefined ? [] : [[member, name]];
    }),
  );
}

function messageOf(error: Error, code: string | undefined): string {
  const message = String(error.message);
  if (error.name === 'SyntaxError') return WITHHELD;
  const isBuiltIn = error.name === 'TypeError' || error.name === 'RangeError';
  if (isBuiltIn || dataException.test(code ?? '')) return cleanText(message.replace(valueOfBuiltIn, ''));
  return cleanText(message);
}

// The stack begins with the message, whose lines may look like frames.
function framesOf({ message, stack }: Error): string {
  if (typeof stack !== 'string') return '';
  const head = stack.indexOf(message);
  return stack
    .slice(head < 0 ? 0 : head + message.length)
    .split('\n')
    .filter((line) => stackFrame.test(line))
    .slice(0, MAX_FRAMES)
    .join('\n');
}
