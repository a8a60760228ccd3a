import { pino, type DestinationStream, type Logger } from 'pino';
import { cleanText } from './clean-text.js';
import { currentRequest } from './current-request.js';
import { describeError, isError } from './error-description.js';
import { lineMembers } from './line-members.js';

export type RootLogger = Logger;

export const STANDARD_OUTPUT = 1;
export const STANDARD_ERROR = 2;
export type LogOutput = typeof STANDARD_OUTPUT | typeof STANDARD_ERROR;

export const rootLogger = (
  level: string,
  output: LogOutput | DestinationStream = STANDARD_OUTPUT,
): RootLogger =>
  pino(
    {
      level,
      // A copy, because pino adds members to it.
      mixin: () => ({ ...currentRequest.getStore() }),
      hooks: {
        logMethod(words, write) {
          write.apply(this, writtenLine(words));
        },
      },
      // pino's own serializer takes the description for an error.
      serializers: { err: (description: unknown) => description },
    },
    typeof output === 'number' ? lossyOutput(output) : output,
  );

/** What a full disk refuses is lost, and not kept for later: it must neither end the program nor fill its memory. */
function lossyOutput(fd: number): DestinationStream {
  const open = () =>
    pino.destination({ fd, sync: true }).on('error', () => {
      stream = open();
    });
  let stream = open();
  return { write: (line) => stream.write(line) };
}

/** @param words pino's arguments; values to interpolate are left out */
function writtenLine([first, second]: readonly unknown[]): [object, string?] {
  if (typeof first !== 'object' || first === null) return [{}, textOf(first)];
  const members = isError(first)
    ? { err: describeError(first) }
    : lineMembers(first as Record<string, unknown>);
  return second === undefined ? [members] : [members, textOf(second)];
}

const textOf = (word: unknown): string => cleanText(String(word));
